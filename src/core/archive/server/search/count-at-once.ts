import type { Count } from '#shared/domain/messages/search.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { sqlOf } from './bound.ts'
import { countAll } from './kept-sums.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** The size of the sample: enough rows to estimate within a tenth, in a few milliseconds. */
const sampledRows = 4000
/** If the sample contains fewer matches than this, an exact count takes little time. */
const enoughMatches = 80
const patienceMilliseconds = 40

type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }

export async function countExactly(found: Decided, { database, signal }: Given): Promise<number> {
  if (found.sure === 'all') return countAll({ database, signal })
  const counted = await database.first(
    sql`SELECT count(*) AS count FROM (${matchesOf(found, sql`row`)}) AS found`,
    signal,
  )
  return Number(counted!.count)
}

/** The number of matches, or an estimate if counting them would take too long. */
export async function countAtOnce(found: Decided, given: Given): Promise<Count> {
  const all = await countAll(given)
  if (found.sure === 'all') return { value: all, exact: true }
  const sample = await takeSample(found, all, given)
  if (sample && sample.matches >= enoughMatches) return { value: sample.estimate, exact: false }
  const counted = await countPatiently(found, given)
  if (counted !== null) return { value: counted, exact: true }
  return { value: sample?.estimate ?? 0, exact: false }
}

/**
 * Raises an estimate to at least the number of matches already read. After a full page, adds one more, so that matches
 * which the estimate missed can still be reached.
 */
export function reachable(count: Count, { read, isFull }: { readonly read: number; readonly isFull: boolean }): Count {
  return count.exact ? count : { value: Math.max(count.value, isFull ? read + 1 : read), exact: false }
}

type Sample = { readonly matches: number; readonly estimate: number }

/** Null if the archive is too small to need a sample, or if the sample is empty. */
async function takeSample(found: Decided, all: number, { database, signal }: Given): Promise<Sample | null> {
  if (all < sampledRows) return null
  const percent = Math.min(100, (100 * sampledRows) / all)
  const sampled = await database.first(
    sql`SELECT count(*) AS rows, count(*) FILTER (WHERE ${sqlOf(found.sure)} AND exact IS NULL) AS matches
      FROM message TABLESAMPLE SYSTEM (${percent}::real)`,
    signal,
  )
  const [rows, matches] = [Number(sampled!.rows), Number(sampled!.matches)]
  return rows === 0 ? null : { matches, estimate: Math.round((matches / rows) * all) + found.judged.length }
}

/** Null if counting takes longer than `patienceMilliseconds`. */
async function countPatiently(found: Decided, { database, signal }: Given): Promise<number | null> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds)
  const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal
  try {
    return await countExactly(found, { database, signal: either })
  } catch (error) {
    if (!patience.signal.aborted || signal?.aborted) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}
