import type { DraftContent } from '../../contract/base/draft.ts'

const longestLine = 120
/** Only the beginning of a long message is read, because a list may contain hundreds of messages. */
const mostRead = 50_000
/** Elements with content that is not shown. */
const hidden = new Set(['head', 'style', 'script', 'title', 'template'])
const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns the beginning of a message’s text, on a single line. Empty for a message without words. */
export function previewLine({ text, textMode, html }: Pick<DraftContent, 'text' | 'textMode' | 'html'>): string {
  const own = textMode === 'none' ? '' : oneLine(text.slice(0, mostRead))
  return own === '' ? oneLine(withoutMarkup(html.slice(0, mostRead))) : own
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const letters = [...line.slice(0, 2 * longestLine + 2)]
  return letters.length > longestLine ? `${letters.slice(0, longestLine).join('').trimEnd()}…` : line
}

function withoutMarkup(html: string): string {
  const folded = html.toLowerCase()
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + decoded(html.slice(at))
    text += decoded(html.slice(at, open))
    const rest = folded.slice(open, open + 12)
    const name = /^<([a-z]+)/.exec(rest)?.[1] ?? ''
    if (rest.startsWith('<!--')) at = behind(html, '-->', open)
    else if (hidden.has(name)) at = behind(html, '>', behind(folded, `</${name}`, open) - 1)
    else if (/^<[a-z/!?]/.test(rest)) at = behind(html, '>', open)
    else {
      text += '<'
      at = open + 1
      continue
    }
    // Separates the words of two paragraphs or cells, but not a bold letter from the rest of its word.
    if (!/^<\/?(?:a|b|em|font|i|span|strong|u)\b/.test(rest)) text += ' '
  }
  return text
}

/**
 * Returns the position after the next occurrence of `mark`. If there is none, returns the end, so that nothing is
 * searched twice.
 */
function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return signs[name.toLowerCase()] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
