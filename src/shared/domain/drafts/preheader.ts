import { escapeHtml } from './substitution.ts'

/** Hidden in all mail programs, but still the first text that an inbox finds. `mso-hide` is for Outlook. */
const style = 'display:none;max-height:0;overflow:hidden;mso-hide:all'
/**
 * Invisible characters that fill the rest of the line in an inbox, so that the message’s beginning doesn’t appear
 * there.
 */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Inserts the preheader at the start of the HTML’s body. The rest of the HTML is unchanged. */
export function withPreheader(html: string, preheader: string): string {
  if (preheader.trim() === '' || html === '') return html
  const at = bodyStart(html)
  return `${html.slice(0, at)}<div style="${style}">${escapeHtml(preheader)}${filler}</div>${html.slice(at)}`
}

/**
 * Finds the start of the body’s content. This is after the body’s tag or, if there is none, after the head or at the
 * start of a fragment. Comments may also contain tags.
 */
function bodyStart(html: string): number {
  const marks = /<!--|-->|<body(?=[\s>/])[^<>]{0,2000}>/gi
  let isComment = false
  for (const mark of html.matchAll(marks)) {
    if (mark[0] === '<!--') isComment = true
    else if (mark[0] === '-->') isComment = false
    else if (!isComment) return mark.index + mark[0].length
  }
  const head = /<\/head\s{0,9}>/i.exec(html)
  return head ? head.index + head[0].length : 0
}
