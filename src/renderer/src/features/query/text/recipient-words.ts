import { parse } from '#shared/domain/query/parse.ts'

/** The minimum length in characters. A single letter would match too many names. */
const shortest = 2

/**
 * Possible names in a search that is being typed, most likely first: all of its words if each is a plain word, then the
 * word at the cursor. Empty inside quotes, and after a field or a minus.
 */
export function recipientWords(text: string, cursor: number): string[] {
  const { marks } = parse(text)
  const at = marks.find(({ from, to }) => from < cursor && cursor <= to)
  if (!at || at.field !== null || text[at.from - 1] === '-') return []
  const word = text.slice(at.from, at.to)
  if (!isBare(word)) return []
  const all = text.trim().split(/\s+/)
  const isPlain =
    marks.length === all.length && all.every((each, index) => isBare(each) && isTerm(text, marks[index]!, each))
  return [...new Set([...(isPlain ? [all.join(' ')] : []), word])].filter(({ length }) => length >= shortest)
}

type Mark = { readonly from: number; readonly to: number; readonly field: string | null }

function isTerm(text: string, { from, to, field }: Mark, word: string): boolean {
  return field === null && text.slice(from, to) === word
}

function isBare(word: string): boolean {
  return !/["=():]/.test(word)
}
