import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { messageVariables, missingValues } from './missing-values.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

const rowsAtATime = 500

/**
 * Finds the next recipient after `from` whose message would still contain a placeholder. The search starts again after
 * the last recipient. Returns -1 if there is none.
 */
export function* nextUnresolved(content: Texts, { columns, rows }: DraftPeople, from: number): Generator<void, number> {
  const missing = missingValues(columns, messageVariables(content))
  for (let step = 1; step <= rows.length; step++) {
    if (step % rowsAtATime === 0) yield
    const row = (from + step) % rows.length
    if (missing(rows[row]!).length > 0) return row
  }
  return -1
}
