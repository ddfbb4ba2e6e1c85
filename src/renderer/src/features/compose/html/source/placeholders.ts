type Range = { readonly from: number; readonly to: number }

/** As the service reads them; see substitution.ts. */
const placeholder = /\{\{[^{}]{1,200}\}\}/g

export function placeholderRanges(text: string): Range[] {
  return [...text.matchAll(placeholder)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }))
}

/** A caret never stands inside a variable: it goes on to the side that it was moving to. */
export function caretOutside(text: string, offset: number, previous: number): number {
  const inside = placeholderRanges(text).find(({ from, to }) => offset > from && offset < to)
  if (!inside) return offset
  return offset >= previous ? inside.to : inside.from
}

/** The variable that Backspace or Delete at this caret removes as a whole. */
export function placeholderBeside(text: string, offset: number, side: 'before' | 'after'): Range | null {
  return placeholderRanges(text).find(({ from, to }) => (side === 'before' ? to : from) === offset) ?? null
}
