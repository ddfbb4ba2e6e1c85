import type { DraftPeople, Mailbox, Person } from '#shared/contract/base/draft.ts'
import { mostPeople } from '#shared/contract/base/draft-limits.ts'

/** Appends people, with a missing value for every variable. Those beyond the limit are dropped. */
export function withAdded(people: DraftPeople, entries: readonly Mailbox[]): DraftPeople {
  const added = entries.map((entry) => personOf(entry, people.columns.length))
  return { ...people, rows: [...people.rows, ...added].slice(0, mostPeople) }
}

/**
 * Replaces one person with entries. The first entry keeps the person’s values and files; without entries, the person is
 * removed.
 */
export function withReplaced(people: DraftPeople, index: number, entries: readonly Mailbox[]): DraftPeople {
  const old = people.rows[index]
  if (!old) return people
  const [first, ...others] = entries
  const put = first ? [{ ...old, ...first }, ...others.map((entry) => personOf(entry, people.columns.length))] : []
  return {
    ...people,
    rows: [...people.rows.slice(0, index), ...put, ...people.rows.slice(index + 1)].slice(0, mostPeople),
  }
}

export function mailboxesReplaced(boxes: readonly Mailbox[], index: number, entries: readonly Mailbox[]): Mailbox[] {
  return [...boxes.slice(0, index), ...entries, ...boxes.slice(index + 1)]
}

function personOf({ address, name }: Mailbox, columns: number): Person {
  return { address, name, values: Array<null>(columns).fill(null), parts: [] }
}
