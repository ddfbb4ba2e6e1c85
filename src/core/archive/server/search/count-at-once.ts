import type { Count } from '#shared/domain/messages/search.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { sqlOf } from './bound.ts'
import { countAll } from './kept-sums.ts'
import { matchesOf, type Decided } from './found-messages.ts'

/** Enough for a tenth of the truth, in a few milliseconds. */
const sampledRows = 4000
/** With fewer matches in the sample, counting them takes little time. */
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

/** How many matches there are, or about how many if counting them would take long. */
export async function countAtOnce(found: Decided, given: Given): Promise<Count> {
  if (found.sure === 'all') return { value: await countAll(given), exact: true }
  const estimate = await estimateBySample(found, given)
  if (estimate !== null) return { value: estimate, exact: false }
  const counted = await countPatiently(found, given)
  if (counted !== null) return { value: counted, exact: true }
  return { value: (await estimateBySample(found, given, 0)) ?? 0, exact: false }
}

/** Null if too few matches are in the sample. */
async function estimateBySample(found: Decided, given: Given, enough = enoughMatches): Promise<number | null> {
  const all = await countAll(given)
  if (all < sampledRows) return null
  const percent = Math.min(100, (100 * sampledRows) / all)
  const sampled = await given.database.first(
    sql`SELECT count(*) AS rows, count(*) FILTER (WHERE ${sqlOf(found.sure)} AND exact IS NULL) AS matches
      FROM message TABLESAMPLE SYSTEM (${percent}::real)`,
    given.signal,
  )
  const [rows, matches] = [Number(sampled!.rows), Number(sampled!.matches)]
  if (rows === 0 || matches < enough) return null
  return Math.round((matches / rows) * all) + found.judged.length
}

/** Null if it takes too long. */
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
