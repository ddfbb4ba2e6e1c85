import { and, type Query } from '#shared/domain/query/ast.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import { comparedSubject, foldedSubject, hasOneSubject } from '#shared/domain/sends/repeats/same-message.ts'
import type { ArchivePort } from '../../archive/index.ts'
import { keyOf, type Turns, type WantedPeople } from './wanted-people.ts'

type Asked = {
  readonly wanted: WantedPeople
  readonly hours: number
  readonly context: ReadingContext
  readonly signal: AbortSignal
  readonly turns: Turns
}

/**
 * Finds when each of these addresses last received a message with the subject that it would receive now. The result is
 * keyed by lower-case address.
 */
export async function archiveRepeats(
  archive: ArchivePort,
  addresses: Iterable<string>,
  { wanted, hours, context, signal, turns }: Asked,
): Promise<Map<string, number>> {
  const { content, people, rows } = wanted
  const left = new Set(addresses)
  const found = new Map<string, number>()
  const period: Query = { kind: 'last', amount: Math.ceil(hours), unit: 'h' }
  const text = content.subject.trim()
  const isOne = hasOneSubject(content, people)
  if (left.size === 0 || (isOne && text === '')) return found
  // If the subject depends on the recipient, all of the period’s records are read once.
  const query = isOne ? and([{ kind: 'text', field: 'subject', key: null, text, mode: 'whole' }, period]) : period
  const subjectsOf = (key: string): string[] => {
    const own = (rows.get(key) ?? []).map((row) => comparedSubject(content, people.columns, people.rows[row]!))
    // A cc or bcc recipient has no values, so the subject is used as written.
    return own.length > 0 ? own : [foldedSubject(content.subject)]
  }
  for await (const batch of archive.stream({ query, context }, { signal })) {
    for (const { email, subject, createdDate } of batch) {
      if (turns.isOver()) await turns.pass()
      const key = keyOf(email)
      if (!left.has(key)) continue
      const read = foldedSubject(subject)
      if (read === '' || !subjectsOf(key).includes(read)) continue
      // Records come newest first, so the first match is the latest.
      found.set(key, createdDate)
      left.delete(key)
    }
    if (left.size === 0) break
  }
  return found
}
