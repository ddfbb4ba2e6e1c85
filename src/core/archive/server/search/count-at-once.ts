import type { Count } from '#shared/domain/messages/search.ts'
import type { ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { bothHalves, type Searched } from './both-halves.ts'
import { sqlOf, within } from './bound.ts'
import { countAll } from './kept-sums.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** The size of the sample: enough rows to estimate within a sixth, in a few milliseconds. */
const sampledRows = 2000
/** An estimate from fewer matches than this would be too far off. */
const enoughMatches = 40
/** If the sample contains fewer matches than this, an exact count takes little time. */
const fewMatches = 8
const mostSampledRows = 10_000
const patienceMilliseconds = 40

export async function countExactly(
  found: Decided,
  { database, signal }: Pick<Searched, 'database' | 'signal'>,
): Promise<number> {
  if (found.sure === 'all') return countAll({ database, signal })
  return countOf(await database.query(counting(found), signal))
}

/** The number of matches, or an estimate if counting them would take too long. */
export async function countAtOnce(found: Decided, sample: Sample | null, given: Searched): Promise<Count> {
  if (sample && sample.matches >= fewMatches) {
    const enough = await largeEnough(sample, found, given)
    if (enough) return { value: enough.estimate, exact: false }
  }
  const counted = await countPatiently(found, given)
  if (counted !== null) return { value: counted, exact: true }
  return { value: sample?.estimate ?? 0, exact: false }
}

function counting(found: Decided, condition?: Sql): Sql {
  return sql`SELECT count(*) AS count FROM (${matchesOf(found, sql`row`, condition)}) AS matches`
}

function countOf(rows: readonly ServerRow[]): number {
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/**
 * Raises an estimate to at least the number of matches already read. After a full page, adds one more, so that matches
 * which the estimate missed can still be reached.
 */
export function reachable(count: Count, { read, isFull }: { readonly read: number; readonly isFull: boolean }): Count {
  return count.exact ? count : { value: Math.max(count.value, isFull ? read + 1 : read), exact: false }
}

export type Sample = { readonly matches: number; readonly estimate: number }

/**
 * Takes a larger sample if an estimate from this one would be too far off, because counting would take longer. Null if the
 * archive is too small for that.
 */
async function largeEnough(sample: Sample, found: Decided, given: Searched): Promise<Sample | null> {
  if (sample.matches >= enoughMatches) return sample
  const wanted = Math.min(mostSampledRows, Math.ceil((1.5 * enoughMatches * sampledRows) / sample.matches))
  return takeSample(found, given, wanted)
}

/** Null if the archive is too small for a sample of this size, or if the sample is empty. */
export async function takeSample(
  found: Decided,
  { database, state, signal }: Searched,
  wanted = sampledRows,
): Promise<Sample | null> {
  const all = state.messages
  if (all < wanted) return null
  const percent = Math.min(100, (100 * wanted) / all)
  const sampled = await database.first(
    sql`SELECT count(*) AS rows, count(*) FILTER (WHERE ${sqlOf(found.sure)} AND exact IS NULL) AS matches
      FROM message TABLESAMPLE SYSTEM (${percent}::real)`,
    signal,
  )
  const [rows, matches] = [Number(sampled!.rows), Number(sampled!.matches)]
  return rows === 0 ? null : { matches, estimate: Math.round((matches / rows) * all) + found.judged.length }
}

/** Null if counting takes longer than `patienceMilliseconds`. */
async function countPatiently(found: Decided, asked: Searched): Promise<number | null> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds)
  const { signal } = asked
  const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal
  try {
    const { rows } = await bothHalves({ ...asked, signal: either }, (half) => counting(found, sqlOf(within(half, []))))
    return countOf(rows)
  } catch (error) {
    if (!patience.signal.aborted || signal?.aborted) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}
