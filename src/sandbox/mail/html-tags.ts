export type Attribute = {
  /** In lower case. */
  name: string
  /** The value’s position, excluding quotation marks. */
  start: number
  end: number
  isQuoted: boolean
}

const blank = /\s/
const endOfName = /[\s=>/]/

/**
 * Reads the attributes of the tag whose name ends at `from` in a single pass from left to right, so that a tag’s cost grows
 * only with its length. An unclosed tag takes the rest of the text, as in a browser.
 */
export function attributesOf(html: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = []
  let at = from
  for (;;) {
    while (at < html.length && (blank.test(html[at]!) || html[at] === '/')) at++
    if (at >= html.length || html[at] === '>') return { attributes, end: Math.min(at + 1, html.length) }
    const nameStart = at
    // The first character is accepted even if it is an equals sign, so that every pass makes progress.
    at++
    while (at < html.length && !endOfName.test(html[at]!)) at++
    const name = html.slice(nameStart, at).toLowerCase()
    while (at < html.length && blank.test(html[at]!)) at++
    if (html[at] !== '=') continue
    at++
    while (at < html.length && blank.test(html[at]!)) at++
    const value = valueAt(html, at)
    if (value === undefined) return { attributes, end: html.length }
    attributes.push({ name, ...value })
    at = value.isQuoted ? value.end + 1 : value.end
  }
}

/** Returns undefined if a quotation mark is never closed. */
function valueAt(html: string, at: number): Omit<Attribute, 'name'> | undefined {
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1)
    return end < 0 ? undefined : { start: at + 1, end, isQuoted: true }
  }
  let end = at
  while (end < html.length && !blank.test(html[end]!) && html[end] !== '>') end++
  return { start: at, end, isQuoted: false }
}
