import type { SendRecipient } from '#shared/contract/base/sends.ts'
import type { RecipientSort } from '#shared/contract/sends.ts'
import { groupOrder } from '#shared/domain/sends/send-groups.ts'
import { sortInTurns, textPlaces } from '../../base/threads/sort-in-turns.ts'
import {
  recipientsAt,
  recipientsInState,
  sendCounts,
  type CountedBatches,
  type Filtered,
  type WantedRecipients,
} from './send-records.ts'

type Person = WantedRecipients['people'][number]
type Asked = WantedRecipients & Pick<CountedBatches, 'copies'>

/** A send’s recipients, sorted by a column’s values. Recipients with equal values stay in the order of the send. */
export async function sortedRecipients(
  asked: Asked,
  sort: RecipientSort,
  state: string | undefined,
): Promise<Filtered> {
  const { people, offset, limit } = asked
  if (sort.field === 'state' && state === undefined) return byState(asked, sort.descending)
  if (state === undefined) {
    const order = await orderOf(people, sort)
    const recipients = await recipientsAt(asked, order.subarray(offset, offset + limit))
    return { recipients, total: people.length }
  }
  const { recipients, total } = await recipientsInState({ ...asked, offset: 0, limit: people.length }, state)
  if (sort.field === 'state') return { recipients: recipients.slice(offset, offset + limit), total }
  const byIndex = new Map(recipients.map((recipient) => [recipient.index, recipient]))
  const sorted: SendRecipient[] = []
  for (const index of await orderOf(people, sort)) {
    const recipient = byIndex.get(index)
    if (recipient) sorted.push(recipient)
  }
  return { recipients: sorted.slice(offset, offset + limit), total }
}

/** Reads one state after another, so that only the records of recipients on the page are read. */
async function byState(asked: Asked, descending: boolean): Promise<Filtered> {
  const counts = await sendCounts(asked)
  const states = Object.keys(counts).sort((one, other) => groupOrder.indexOf(one) - groupOrder.indexOf(other))
  const recipients: SendRecipient[] = []
  let before = 0
  for (const state of descending ? states.reverse() : states) {
    const count = counts[state] ?? 0
    const offset = Math.max(0, asked.offset - before)
    const limit = asked.offset + asked.limit - before - offset
    before += count
    if (offset >= count || limit <= 0) continue
    const page = await recipientsInState({ ...asked, offset, limit: Math.min(limit, count - offset) }, state)
    recipients.push(...page.recipients)
  }
  return { recipients, total: asked.people.length }
}

/** Keyed by a send’s rows, which stay the same object while the send is in use. */
const known = new WeakMap<readonly Person[], Map<string, Promise<Uint32Array>>>()

function orderOf(people: readonly Person[], sort: RecipientSort): Promise<Uint32Array> {
  const orders = known.get(people) ?? new Map<string, Promise<Uint32Array>>()
  known.set(people, orders)
  const name = `${sort.field} ${sort.descending}`
  const order = orders.get(name) ?? makeOrder(people, sort)
  orders.set(name, order)
  return order
}

async function makeOrder(people: readonly Person[], { field, descending }: RecipientSort): Promise<Uint32Array> {
  const rows = Uint32Array.from(people, (_person, row) => row)
  if (field === 'number' || field === 'state') return descending ? rows.reverse() : rows
  const places = await textPlaces(people.map((person) => person[field].trim()))
  const sign = descending ? -1 : 1
  return sortInTurns(rows, (one, other) => sign * (places[one]! - places[other]!) || one - other)
}
