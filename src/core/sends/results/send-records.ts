import type { SendBatch, SendRecipient } from '#shared/contract/base/sends.ts'
import type { Person } from '#shared/contract/base/draft.ts'
import { callOf, noRecord } from '#shared/domain/sends/send-groups.ts'
import { knownStates } from '#shared/domain/messages/record.ts'
import { and, not, or, type Query } from '#shared/domain/query/ast.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'
import type { ArchivePort } from '../../archive/index.ts'

/** The maximum number of batches per condition. A condition with more batches takes as long as several smaller ones. */
const mostAsked = 100
/** The number of recipients whose records are read together for a filtered page. */
const mostRead = 1000
/** The name for service states that are unknown to Mailroom. */
const other = 'other'
const known: ReadonlySet<string> = new Set(knownStates)

type Archive = Pick<ArchivePort, 'stream' | 'count'>

export type WantedRecipients = {
  readonly people: readonly Person[]
  readonly batches: readonly SendBatch[]
  readonly offset: number
  readonly limit: number
  /** Null if the account keeps no history or its sends have no marker. */
  readonly archive: Archive | null
  readonly context: ReadingContext
}

/** A send’s recipients in order, each with their record from the archive, if there is one. */
export async function sendRecipients({
  people,
  batches,
  offset,
  limit,
  archive,
  context,
}: WantedRecipients): Promise<SendRecipient[]> {
  const end = Math.min(offset + limit, people.length)
  const asked = byFirstRecipient(batches.filter(({ first, recipients }) => first < end && first + recipients > offset))
  const records = archive ? await recordsOf(archive, asked, context) : noRecords
  return [...joined(people, asked, records, { from: offset, to: end })]
}

/** The recipients with these row numbers, in this order. Only their records are read, whichever calls they belong to. */
export async function recipientsAt(
  { people, batches, archive, context }: Omit<WantedRecipients, 'offset' | 'limit'>,
  indexes: Iterable<number>,
): Promise<SendRecipient[]> {
  const places = [...indexes].flatMap((index) => {
    const batch = batches.find(({ first, recipients }) => index >= first && index < first + recipients)
    return batch ? [{ batch, index }] : []
  })
  if (places.length === 0) return []
  const asked = byFirstRecipient([...new Set(places.map(({ batch }) => batch))])
  const condition = or(places.map(({ index }) => to(people[index]!.address.trim())))
  const records = archive ? await recordsOf(archive, asked, context, condition) : noRecords
  return places.map(({ batch, index }) => recipientIn(batch, people, index, records))
}

export type Filtered = { readonly recipients: SendRecipient[]; readonly total: number }

/**
 * Returns only the recipients in one state, given by its name in the counts. Batches are counted a few at a time, and
 * only the records for the page are read.
 */
export async function recipientsInState(
  { people, batches, offset, limit, archive, context, copies }: WantedRecipients & Pick<CountedBatches, 'copies'>,
  state: string,
): Promise<Filtered> {
  const condition = known.has(state) ? inState(state) : null
  const call = callOf(state)
  const asked = call === null ? batches : batches.filter((batch) => batch.state === call)
  const recipients: SendRecipient[] = []
  let total = 0
  for (const some of groupsOf(byFirstRecipient(asked))) {
    const count = await countInState({ batches: some, archive, context, copies }, state)
    const [from, to] = [offset - total, offset + limit - total]
    if (count > 0 && count > from && to > 0) {
      const records = archive ? await recordsOf(archive, some, context, condition) : noRecords
      const all = [...joined(people, some, records, { from: 0, to: people.length })]
      recipients.push(...all.filter((each) => groupOf(each) === state).slice(Math.max(0, from), to))
    }
    total += count
  }
  return { recipients, total }
}

/** Divides batches into groups that fit into one condition and can be counted without a pause. */
function groupsOf(batches: readonly SendBatch[]): SendBatch[][] {
  const groups: SendBatch[][] = []
  let room = 0
  for (const batch of batches) {
    room -= batch.recipients
    const group = groups.at(-1)
    if (group && room >= 0 && group.length < mostAsked) group.push(batch)
    else {
      groups.push([batch])
      room = mostRead - batch.recipients
    }
  }
  return groups
}

async function countInState({ batches, archive, context, copies }: CountedBatches, state: string): Promise<number> {
  const isCall = callOf(state) !== null
  const recipients = recipientsOf(batches)
  const [started] = queriesOf(batches)
  if (!archive || !started) return isCall ? recipients : 0
  const condition = isCall ? [] : [known.has(state) ? inState(state) : not(or(knownStates.map(inState)))]
  const query = and([started, ...copies.map(notTo), ...condition])
  const { value } = await archive.count({ query, context })
  return isCall ? Math.max(0, recipients - value) : value
}

function groupOf({ state, batch }: Pick<SendRecipient, 'state' | 'batch'>): string {
  if (state === null) return noRecord(batch)
  return known.has(state) ? state : other
}

/** Sorts batches into the order of their recipients: the second half of a split call is stored after all other calls. */
export const byFirstRecipient = (batches: readonly SendBatch[]) =>
  batches.toSorted((one, another) => one.first - another.first)
const recipientsOf = (batches: readonly SendBatch[]) => batches.reduce((sum, batch) => sum + batch.recipients, 0)

function* joined(
  people: readonly Person[],
  batches: readonly SendBatch[],
  records: ReadonlyMap<string, Found>,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<SendRecipient> {
  for (const batch of batches) {
    const last = Math.min(batch.first + batch.recipients, to)
    for (let index = Math.max(batch.first, from); index < last; index++)
      yield recipientIn(batch, people, index, records)
  }
}

function recipientIn(
  batch: SendBatch,
  people: readonly Person[],
  index: number,
  records: ReadonlyMap<string, Found>,
): SendRecipient {
  const { address, name } = people[index]!
  const found = records.get(keyOf(batch.id, address))
  return { index, address, name, batch: batch.state, state: found?.state ?? null, messageId: found?.id ?? null }
}

type Found = { readonly id: string; readonly state: string }

const noRecords: ReadonlyMap<string, Found> = new Map()

async function recordsOf(
  archive: Archive,
  batches: readonly SendBatch[],
  context: ReadingContext,
  condition: Query | null = null,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  for (const batchesQuery of queriesOf(batches)) {
    const query = condition ? and([batchesQuery, condition]) : batchesQuery
    for await (const messages of archive.stream({ query, context })) {
      for (const { id, email, lastState, meta } of messages) {
        const key = keyOf(String(meta?.[sendIdKey]), email)
        // Records come newest first, so the newer of two records counts.
        if (!found.has(key)) found.set(key, { id, state: lastState })
      }
    }
  }
  return found
}

export type CountedBatches = {
  readonly batches: readonly SendBatch[]
  readonly archive: Archive | null
  readonly context: ReadingContext
  /** The cc and bcc addresses, which have records but are not recipients. */
  readonly copies: readonly string[]
}

/**
 * Counts recipients by the last state of their records, without reading the records. Recipients without a record are
 * counted by the state of their call.
 */
export async function sendCounts({
  batches,
  archive,
  context,
  copies,
}: CountedBatches): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (state: string, count: number): void => {
    if (count > 0) counts[state] = (counts[state] ?? 0) + count
  }
  const count = async (query: Query) => (await archive!.count({ query, context })).value
  for (const [call, some] of Map.groupBy(batches, ({ state }) => state)) {
    let found = 0
    for (const batchesQuery of archive ? queriesOf(some) : []) {
      const query = and([batchesQuery, ...copies.map(notTo)])
      let left = await count(query)
      found += left
      for (const state of knownStates) {
        if (left <= 0) break
        const those = await count(and([query, inState(state)]))
        add(state, those)
        left -= those
      }
      add(other, left)
    }
    add(noRecord(call), recipientsOf(some) - found)
  }
  return counts
}

/**
 * Lost batches with a record, which proves that they were sent. The archive may have records that a check on the
 * service doesn’t reach.
 */
export async function foundBatches({ batches, archive, context }: Omit<CountedBatches, 'copies'>): Promise<number[]> {
  const found: number[] = []
  for (const [index, batch] of archive ? batches.entries() : []) {
    if (batch.state !== 'unknown') continue
    if ((await archive!.count({ query: queryOf([batch]), context })).value > 0) found.push(index)
  }
  return found
}

function queriesOf(batches: readonly SendBatch[]): Query[] {
  const left = batches.filter(({ startedAt }) => startedAt !== null)
  const queries: Query[] = []
  for (let at = 0; at < left.length; at += mostAsked) queries.push(queryOf(left.slice(at, at + mostAsked)))
  return queries
}

/** The day comes first, because it limits the search to a few archive blocks. */
function queryOf(batches: readonly SendBatch[]): Query {
  const earliest = Math.min(...batches.map(({ startedAt }) => startedAt ?? 0))
  // Two days are subtracted, because the service’s clock may be behind and the day is in UTC.
  const day = new Date(earliest - 2 * 86_400_000).toISOString().slice(0, 10)
  const marks = batches.map(({ id }): Query => ({
    kind: 'text',
    field: 'meta',
    key: sendIdKey,
    text: id,
    mode: 'whole',
  }))
  return and([{ kind: 'date', field: 'after', date: day }, or(marks)])
}

function inState(state: string): Query {
  return { kind: 'value', field: 'state', value: state }
}

function to(address: string): Query {
  return { kind: 'text', field: 'to', key: null, text: address, mode: 'whole' }
}

function notTo(address: string): Query {
  return not(to(address))
}

function keyOf(batch: string, address: string): string {
  return `${batch} ${address.trim().toLowerCase()}`
}
