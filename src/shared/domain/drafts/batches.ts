import { finished } from '../base/finished.ts'
import type { Person } from '#shared/contract/base/draft.ts'

/** The maximum number of recipients per call. */
const mostRecipients = 500
/** The maximum number of characters in all of a call’s values, because every service limits the size of a request. */
const mostCharacters = 4_000_000

/** How many rows are divided between pauses, for a caller that does it in slices. */
const rowsAtATime = 500

type Rows = readonly Pick<Person, 'address' | 'values' | 'parts'>[]
type Batch = { readonly first: number; readonly recipients: number }

/**
 * Divides the recipients into calls, in their order. A recipient with individual files gets a separate call. The service
 * finds a recipient’s values by address, so each address occurs only once per call.
 */
export function batchesOf(rows: Rows): Batch[] {
  return finished(inBatches(rows))
}

/** Divides the recipients as `batchesOf` does. Yields regularly, so that a page can do other work in between. */
export function* inBatches(rows: Rows): Generator<void, Batch[]> {
  const batches: { first: number; recipients: number }[] = []
  const addresses = new Set<string>()
  let characters = 0
  let isAlone = false
  for (const [index, person] of rows.entries()) {
    if (index % rowsAtATime === rowsAtATime - 1) yield
    const address = person.address.trim().toLowerCase()
    const length = lengthOf(person)
    const last = batches.at(-1)
    const isFull = last === undefined || last.recipients === mostRecipients || characters + length > mostCharacters
    if (isFull || isAlone || person.parts.length > 0 || addresses.has(address)) {
      batches.push({ first: index, recipients: 1 })
      addresses.clear()
      characters = 0
      isAlone = person.parts.length > 0
    } else last.recipients += 1
    addresses.add(address)
    characters += length
  }
  return batches
}

function lengthOf({ values }: Pick<Person, 'values'>): number {
  return values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
}
