export type Range = { readonly from: number; readonly to: number }

/** Matches placeholders as the service parses them; see substitution.ts. */
const placeholder = /\{\{[^{}]{1,200}\}\}/g

function placeholderRanges(text: string): Range[] {
  return [...text.matchAll(placeholder)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }))
}

/** Moves a caret out of source indentation and variables, in the direction in which it was moving. */
export function caretOutside(text: string, offset: number, previous: number): number {
  const [start, end] = shownPart(text)
  if (offset < start || offset > end) return offset < start ? start : end
  const inside = placeholderRanges(text).find(({ from, to }) => offset > from && offset < to)
  if (!inside) return offset
  return offset >= previous ? inside.to : inside.from
}

/** Returns the range of the text without the surrounding line breaks and indentation, which are not displayed. */
function shownPart(text: string): [start: number, end: number] {
  const first = text.search(/[^ \t\r\n\f]/)
  if (first < 0) return [0, text.length]
  let last = text.length
  while (/[ \t\r\n\f]/.test(text[last - 1]!)) last--
  return [text.slice(0, first).includes('\n') ? first : 0, text.slice(last).includes('\n') ? last : text.length]
}

/** Extends a range so that it contains only complete variables. An empty range outside a variable stays empty. */
export function withWholePlaceholders(text: string, { from, to }: Range): Range {
  const cut = placeholderRanges(text).filter((variable) => variable.from < to && variable.to > from)
  return {
    from: Math.min(from, ...cut.map((variable) => variable.from)),
    to: Math.max(to, ...cut.map((variable) => variable.to)),
  }
}
