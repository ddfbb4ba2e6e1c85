import { fieldKind } from './fields.ts'
import { notClosed, notOpened, parse } from './parse.ts'
import { scanTerm } from './scan.ts'

/**
 * The query with the closing quote and parentheses that it lacks, and without parentheses that nothing opens and a NOT
 * with nothing after it. It has the same meaning, but a condition that is added at its end is separate.
 */
export function completed(text: string): string {
  const { errors, marks } = parse(text)
  const last = marks.at(-1)
  const isOpen = last !== undefined && scanTerm(text, last.from, (name) => fieldKind(name) !== null).open
  // A backslash at the end stands for itself only until a quote follows it.
  const escape = isOpen && /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? '\\' : ''
  const unopened = errors.filter(({ message }) => message === notOpened)
  const ends = [0, ...unopened.map(({ to }) => to)]
  const rest = ends.map((end, part) => text.slice(end, unopened[part]?.from)).reduce(joined)
  const unclosed = errors.filter(({ message }) => message === notClosed)
  const read = isOpen ? rest : withoutLastNots(rest)
  return `${read}${escape}${isOpen ? '"' : ''}${')'.repeat(unclosed.length)}`
}

/** A NOT at the end would apply to a condition that is added after it. */
function withoutLastNots(text: string): string {
  const trimmed = text.trimEnd()
  return /(?:^|[\s()])NOT$/.test(trimmed) ? withoutLastNots(trimmed.slice(0, -'NOT'.length)) : text
}

/** Without a space, two terms on both sides of a parenthesis would become one. */
function joined(before: string, after: string): string {
  return /[^\s(]$/.test(before) && /^[^\s)]/.test(after) ? `${before} ${after}` : before + after
}
