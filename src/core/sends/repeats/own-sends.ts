import type { DraftContent, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { comparedSubject, isSameContent, ownPartReader } from '#shared/domain/sends/repeats/same-message.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'
import type { SendOnDisk } from '../store/send-on-disk.ts'
import type { SendStore } from '../store/send-store.ts'
import { keyOf, type Turns, type WantedPeople } from './wanted-people.ts'

export type Repeat = {
  /**
   * `message`: exactly the same message; `subject`: a different message with the subject that this person would
   * receive.
   */
  readonly kind: 'message' | 'subject'
  /** `open`: about to be sent. */
  readonly state: 'sent' | 'unknown' | 'open'
  /** Null for an archive record. */
  readonly sendId: string | null
  readonly at: number
}

type Reached = Pick<SendBatch, 'first' | 'recipients'> & Pick<Repeat, 'state' | 'at'> & { readonly isNear: boolean }
type Wanted = {
  readonly accountId: string
  readonly wanted: WantedPeople
  /** Whether the time is within the number of hours chosen by the user. */
  readonly isNear: (at: number) => boolean
  readonly now: number
  readonly turns: Turns
}

/**
 * Which of these people are in a Mailroom send with the same message or subject, keyed by lower-case address. Sends are
 * read one after another.
 */
export async function ownRepeats(store: Pick<SendStore, 'all'>, asked: Wanted): Promise<Map<string, Repeat>> {
  const found = new Map<string, Repeat>()
  for (const send of store.all()) {
    if (send.stored.accountId !== asked.accountId) continue
    try {
      await addRepeats(send, asked, found)
    } catch (error) {
      // A send that was removed or became a draft again no longer counts, so its failure is ignored.
      if (store.all().includes(send)) throw error
    }
    await asked.turns.pass()
  }
  return found
}

async function addRepeats(send: SendOnDisk, asked: Wanted, found: Map<string, Repeat>): Promise<void> {
  const { wanted, turns } = asked
  const reached = reachedBatches(send, asked)
  if (reached.length === 0) return
  // Only the subject is in memory. Content of many megabytes is read only for the few sends that may be the same.
  const { subject } = send.stored
  const content = subject === wanted.content.subject ? await send.content() : null
  const isSame = content !== null && isSameContent(content, wanted.content)
  const batches = isSame ? reached : reached.filter(({ isNear }) => isNear)
  if (batches.length === 0) return
  const people = await send.people(() => turns.pass())
  const same = isSame ? samePeople(wanted, content, people) : null
  for (const { first, recipients, state, at, isNear } of batches) {
    for (const person of people.rows.slice(first, first + recipients)) {
      if (turns.isOver()) await turns.pass()
      const key = keyOf(person.address)
      const rows = key === '' ? undefined : wanted.rows.get(key)
      if (!rows) continue
      const kind = same?.(person, rows)
        ? 'message'
        : isNear && isSubject(wanted, rows, subject, people, person)
          ? 'subject'
          : null
      if (kind) keep(found, key, { kind, state, at, sendId: send.stored.id })
    }
  }
}

/** Batches that were sent, may have been sent, or will be sent. */
function reachedBatches({ stored, batches }: SendOnDisk, { isNear, now }: Wanted): Reached[] {
  const isOver = hasEnded(stored)
  return batches.flatMap(({ first, recipients, state, startedAt }) => {
    if (state === 'refused' || state === 'absent' || (state === 'waiting' && isOver)) return []
    const at = startedAt ?? (stored.state === 'waiting' ? stored.at : now)
    const reach = state === 'sent' || state === 'unknown' ? state : 'open'
    return [{ first, recipients, at, isNear: isNear(at), state: reach }]
  })
}

function samePeople(wanted: WantedPeople, content: DraftContent, { columns }: DraftPeople) {
  const before = ownPartReader(content, columns)
  const now = ownPartReader(wanted.content, wanted.people.columns)
  return (person: Person, rows: readonly number[]): boolean => {
    const part = before(person)
    return rows.some((row) => now(wanted.people.rows[row]!) === part)
  }
}

function isSubject(
  { content, people }: WantedPeople,
  rows: readonly number[],
  subject: string,
  { columns }: DraftPeople,
  person: Person,
): boolean {
  const read = comparedSubject({ subject }, columns, person)
  return read !== '' && rows.some((row) => comparedSubject(content, people.columns, people.rows[row]!) === read)
}

const states: readonly Repeat['state'][] = ['sent', 'unknown', 'open']

/** Keeps each person’s most important repeat, and the newest among equals. */
function keep(found: Map<string, Repeat>, key: string, repeat: Repeat): void {
  const before = found.get(key)
  if (before === undefined || isWorse(repeat, before)) found.set(key, repeat)
}

function isWorse(one: Repeat, other: Repeat): boolean {
  if (one.kind !== other.kind) return one.kind === 'message'
  if (one.state !== other.state) return states.indexOf(one.state) < states.indexOf(other.state)
  return one.at > other.at
}
