import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { attributesOf } from './html-tags.ts'

/** Decodes the entities that occur in links. */
function unescapeLink(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
}

const textLink = /\bhttps?:\/\/[^\s<>"]+/gi
/** The number of characters searched at a time. */
const turn = 32_768
const closingSigns = new Set(").,;:!?']")

type HtmlLink = {
  /** The value’s position, including quotation marks. */
  start: number
  end: number
  target: string
}

const webLink = /^https?:\/\//i
const webOrMailLink = /^(?:https?:\/\/|mailto:)/i

export function isMailLink(link: string): boolean {
  return !webLink.test(link)
}

/**
 * Yields the links of `a` elements, from left to right. Only addresses that are in quotation marks and match `schemes`
 * count.
 */
export function* htmlLinks(html: string, schemes = webLink): Generator<HtmlLink, void, undefined> {
  const anchor = /<a(?=[\s/])/gi
  for (let start = anchor.exec(html); start !== null; start = anchor.exec(html)) {
    const { attributes, end } = attributesOf(html, start.index + start[0].length)
    const link = attributes.find(({ name }) => name === 'href')
    if (link?.isQuoted) {
      const target = unescapeLink(html.slice(link.start, link.end)).trim()
      if (schemes.test(target)) yield { start: link.start - 1, end: link.end + 1, target }
    }
    anchor.lastIndex = end
  }
}

/** Returns the replacement for a link. With `mailLinks`, mailto links are replaced as well. */
export type LinkRewrite = ((link: string) => string) & { mailLinks?: boolean }

export function rewriteHtmlLinks(html: string, rewrite: LinkRewrite): string {
  return Array.from(rewrittenHtml(html, rewrite)).join('')
}

/** Like `rewriteHtmlLinks`, but in pieces and with a text inserted between links. */
export function* rewrittenHtml(
  html: string,
  rewrite: LinkRewrite,
  insertion?: { at: number; text: string },
): Generator<string, void, undefined> {
  let written = 0
  let waiting = insertion
  for (const { start, end, target } of htmlLinks(html, rewrite.mailLinks ? webOrMailLink : webLink)) {
    if (waiting !== undefined && waiting.at < start) {
      yield html.slice(written, waiting.at) + waiting.text
      written = waiting.at
      waiting = undefined
    }
    yield html.slice(written, start)
    yield `"${escapeHtml(rewrite(target))}"`
    written = end
  }
  if (waiting === undefined) yield html.slice(written)
  else yield* [html.slice(written, waiting.at), waiting.text, html.slice(waiting.at)]
}

/** Punctuation after a link belongs to the sentence, not to the link. */
export function rewriteTextLinks(text: string, rewrite: (link: string) => string): string {
  return text.replace(textLink, (whole: string) => {
    const link = withoutClosingSigns(whole)
    return rewrite(link) + whole.slice(link.length)
  })
}

/** Like `rewriteTextLinks`, but in pieces that never split a link. */
export function* rewrittenText(text: string, rewrite: (link: string) => string): Generator<string, void, undefined> {
  // Matches characters that cannot be part of a link.
  const sign = /[\s<>"]/g
  for (let start = 0; start < text.length;) {
    sign.lastIndex = start + turn
    const end = sign.test(text) ? sign.lastIndex : text.length
    yield rewriteTextLinks(text.slice(start, end), rewrite)
    start = end
  }
}

/** Not a regular expression: one anchored at the end would try again at every character of a long run. */
function withoutClosingSigns(text: string): string {
  let end = text.length
  while (end > 0 && closingSigns.has(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Returns the links that a reader can click: those of the HTML, or of the text if the HTML has none. */
export function linksOf(html: string, text: string): string[] {
  const found = new Set<string>()
  for (const { target } of htmlLinks(html)) found.add(target)
  if (found.size === 0) for (const link of textLinks(text)) found.add(link)
  return [...found]
}

export function* textLinks(text: string): Generator<string, void, undefined> {
  for (const [whole] of text.matchAll(textLink)) yield withoutClosingSigns(whole)
}

/** Parameters already in the link take precedence. */
export function addParameters(link: string, parameters: Readonly<Record<string, string>>): string {
  if (!URL.canParse(link)) return link
  const url = new URL(link)
  for (const [name, value] of Object.entries(parameters)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return url.href
}
