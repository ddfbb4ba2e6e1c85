import type { ReadingContext } from '#shared/domain/query/period.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { Archive } from '#core/archive/engine/archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { terms, type Term } from './peer.ts'

const context: ReadingContext = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }

export type Pair = { terms: readonly Term[]; query: string }

/** Every condition alone and in a pair with every other, including the slowest pairs. */
export function allPairs(): Pair[] {
  const pairs: Pair[] = terms.map((term) => ({ terms: [term], query: term.ours }))
  for (const [at, first] of terms.entries()) {
    for (const second of terms.slice(at + 1))
      pairs.push({ terms: [first, second], query: `${first.ours} ${second.ours}` })
  }
  return pairs
}

export function openArchive(folder: string): Promise<Archive> {
  const worker = workerCode('archive')
  return Archive.open({
    folder,
    worker,
    logger: { log: () => undefined, setLevel: () => undefined },
    clock: systemClock,
  })
}

export async function searchFirst(archive: Archive, text: string): Promise<void> {
  const { query, errors } = parse(text)
  if (errors.length > 0) throw new Error(`The bench asks for something unreadable: ${text}`)
  await archive.search({ query, context, limit: 50 })
}

export async function sortBySubject(archive: Archive, text: string): Promise<void> {
  await archive.search({ query: parse(text).query, context, sort: { field: 'subject', descending: false }, limit: 50 })
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** No query runs twice in a row, so that none benefits from what the previous run left in memory. */
export async function measure(pairs: readonly Pair[], work: (query: string) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  await work('nothing-at-all')
  for (let round = 0; round < 3; round++) for (const { query } of pairs) times.push(await timed(() => work(query)))
  return times
}

/** Only one round, because the slowest pairs take seconds each. */
export function measurePeer(pairs: readonly Pair[], work: (pair: readonly Term[]) => number): number[] {
  return pairs.map(({ terms: pair }) => {
    const started = performance.now()
    work(pair)
    return performance.now() - started
  })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!
}

export async function countExactly(archive: Archive, query: string): Promise<void> {
  await archive.count({ query: parse(query).query, context })
}
