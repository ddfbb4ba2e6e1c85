import { randomUUID } from 'node:crypto'
import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'

/** Recipients of one call. */
const mostRecipients = 500
/** Characters of all values in one call: no service takes a request of any size. */
const mostCharacters = 4_000_000

/**
 * Cuts the recipients into calls, in their order. Somebody with files of their own gets a call of their own. Values are
 * found by address, so that one address stands in a call once.
 */
export function planBatches({ rows }: DraftPeople): SendBatch[] {
  const batches: SendBatch[] = []
  const addresses = new Set<string>()
  let characters = 0
  let isAlone = false
  rows.forEach((person, index) => {
    const address = person.address.trim().toLowerCase()
    const length = lengthOf(person)
    const last = batches.at(-1)
    const isFull = last === undefined || last.recipients === mostRecipients || characters + length > mostCharacters
    if (isFull || isAlone || person.parts.length > 0 || addresses.has(address)) {
      batches.push(newBatch(index))
      addresses.clear()
      characters = 0
      isAlone = person.parts.length > 0
    } else last.recipients += 1
    addresses.add(address)
    characters += length
  })
  return batches
}

function newBatch(first: number): SendBatch {
  return { id: randomUUID(), first, recipients: 1, state: 'waiting', startedAt: null, problem: '' }
}

function lengthOf({ values }: Person): number {
  return values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
}
