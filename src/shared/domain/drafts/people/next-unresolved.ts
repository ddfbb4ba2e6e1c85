import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { placeholders } from '../substitution.ts'
import { folded } from './grid-columns.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

const rowsAtATime = 500

/**
 * Finds the next recipient after `from` whose message would still contain a placeholder. The search starts again after
 * the last recipient. Returns -1 if there is none.
 */
export function* nextUnresolved(
  { subject, preheader, html, text, textMode }: Texts,
  { columns, rows }: DraftPeople,
  from: number,
): Generator<void, number> {
  const columnOf = (name: string) => columns.findLastIndex((column) => folded(column) === folded(name))
  const common = placeholders(preheader, html, textMode === 'none' ? '' : text).map(columnOf)
  const usual = placeholders(subject).map(columnOf)
  const subjects = columns.findLastIndex((column) => folded(column) === 'subject')
  for (let step = 1; step <= rows.length; step++) {
    if (step % rowsAtATime === 0) yield
    const row = (from + step) % rows.length
    const { values } = rows[row]!
    const isOpen = (column: number) => (values[column] ?? null) === null
    const own = subjects < 0 ? '' : (values[subjects] ?? '')
    if (common.some(isOpen) || (own === '' ? usual : placeholders(own).map(columnOf)).some(isOpen)) return row
  }
  return -1
}
