import { AppError } from '#shared/contract/base/error.ts'
import { isOwner } from '../access/read-access.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { isFree } from '../connection/server-errors.ts'
import { sql } from '../connection/sql.ts'
import { besideMonths } from '../record/months.ts'
import { sentTableNames } from '../schema/second-sent.ts'
import { dropMonth, emptyMonths } from '../write/empty-months.ts'
import { findArchive } from './find-archive.ts'

/** The names of months and tables in the archive. */
export type Maintained = {
  readonly removed: readonly string[]
  readonly rewritten: readonly string[]
  /** Months and tables that still contain bytes of erased people. */
  readonly waiting: readonly string[]
  /** Whether the statistics were updated. */
  readonly analyzed: boolean
}

type MaintainOptions = {
  /** Stops the work before the next month or table. */
  readonly signal: AbortSignal
  readonly onProgress: (note: string, fraction: number) => void
}

/** How long a rewrite waits for its lock. In the meantime, it blocks every new reader of that month. */
const longestWait = '10s'

/** Removes empty months, rewrites tables that still contain erased bytes, one at a time, and updates the statistics. */
export async function maintain(database: ServerDatabase, { signal, onProgress }: MaintainOptions): Promise<Maintained> {
  await findArchive(database)
  await requireOwner(database)
  const [removed, rewritten]: [string[], string[]] = [[], []]
  for (const name of await emptyMonths(database, Number.MAX_SAFE_INTEGER)) {
    if (signal.aborted) break
    if ((await dropMonth(database, name, longestWait)) === 'dropped') removed.push(name)
  }
  const before = await waitingNow(database)
  const names = before.filter((name) => name !== 'statistics')
  for (const [at, name] of names.entries()) {
    if (signal.aborted) break
    onProgress(name, at / names.length)
    await isFree(() => rewrite(database, name))
    if (!(await waitingNow(database)).includes(name)) rewritten.push(name)
  }
  const analyzed = !signal.aborted && (await isFree(() => analyze(database, onProgress)))
  if (analyzed && before.includes('statistics') && (await rewriteStatistics(database))) rewritten.push('statistics')
  return { removed, rewritten, waiting: await waitingNow(database), analyzed }
}

/**
 * Writers may run every step but the last one. The archive’s owner may run that one, too, if they own the database.
 * Without this check, a reader would fail halfway, and a writer would leave erased bytes in the statistics.
 */
async function requireOwner(database: ServerDatabase): Promise<void> {
  if (await isOwner(database)) return
  const { schema, user } = database.server
  throw new AppError(
    'archive-owner-only',
    `Only an owner of the team archive in the schema ${schema} can maintain it, and the user ${user} isn’t an owner. Nothing was changed. Run the command as the archive’s owner or as an administrator of the server.`,
  )
}

/** Lists what still has to be rewritten: months by name, followed by the other tables. */
async function waitingNow(database: ServerDatabase): Promise<string[]> {
  const beside = [...besideMonths, ...sentTableNames]
  const rows = await database.query(sql`SELECT month FROM rewrite ORDER BY month = ANY(${beside}::text[]), month`)
  return rows.map(({ month }) => String(month))
}

async function rewrite(database: ServerDatabase, name: string): Promise<void> {
  await database.transaction(async ({ run }) => {
    await run(sql`SELECT set_config('lock_timeout', ${longestWait}, true)`)
    await run(sql`SELECT rewrite_month(${name})`)
  })
}

async function analyze(database: ServerDatabase, onProgress: MaintainOptions['onProgress']): Promise<void> {
  onProgress('statistics', 1)
  await database.transaction(async ({ run }) => {
    await run(sql`SELECT set_config('lock_timeout', ${longestWait}, true)`)
    await run(sql`SELECT analyze_archive()`)
  })
}

/**
 * Samples from earlier statistics stay in the file of the server’s statistics table until that table is rewritten, which
 * only the database’s owner and administrators may do. For other users, the server skips the rewrite. A rewrite also
 * copies rows that an older transaction may still see. The age of the oldest row reveals both cases.
 */
async function rewriteStatistics(database: ServerDatabase): Promise<boolean> {
  const [analyzed] = await database.query(sql`SELECT pg_current_xact_id()::text AS id`)
  await database.script('VACUUM (FULL) pg_catalog.pg_statistic')
  const removed = await database.query(sql`
    DELETE FROM rewrite WHERE month = 'statistics' AND age(${String(analyzed?.id)}::xid8::xid) >=
      (SELECT age(relfrozenxid) FROM pg_class WHERE oid = 'pg_catalog.pg_statistic'::regclass) RETURNING month`)
  return removed.length > 0
}
