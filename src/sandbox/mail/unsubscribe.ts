import { escapeHtml, hasPlaceholder } from '#shared/domain/drafts/substitution.ts'
import { linksOf, rewriteHtmlLinks } from './links.ts'

const variable = /\{\{\s*unsub\s*\}\}/gi
/** The name of a placeholder. When a message is rendered, it is replaced with the recipient’s own unsubscribe link. */
export const unsubscribeNow = 'unsubscribe-now'
const place = `{{${unsubscribeNow}}}`

type Filled = {
  html: string
  text: string
  /** The page shown after the link has unsubscribed the recipient; empty for the sandbox’s own page. */
  target: string
}

/**
 * Replaces `{{UNSUB}}` with the account’s unsubscribe content: an address, or HTML in which every link unsubscribes.
 * Undefined if there is nothing to replace.
 */
export function fillUnsubscribe(
  content: string | undefined,
  { html, text }: { html: string; text: string },
): Filled | undefined {
  if (content === undefined || !hasPlaceholder('unsub', html, text)) return undefined
  const address = /^https?:\/\/\S+$/i.test(content.trim()) ? content.trim() : undefined
  const [target = ''] = address === undefined ? linksOf(content, '') : [address]
  const inHtml = address === undefined ? linked(content, target) : place
  return { html: html.replace(variable, () => inHtml), text: text.replace(variable, () => place), target }
}

function linked(content: string, target: string): string {
  if (target !== '') return rewriteHtmlLinks(content, () => place)
  const isHtml = /<\w/.test(content)
  return `<a href="${place}">${isHtml ? content : escapeHtml(content)}</a>`
}
