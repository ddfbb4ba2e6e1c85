import { AppError } from '#shared/contract/base/error.ts'
import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { oldestClient, teamSchemaVersion } from '../schema/version.ts'
import type { Month } from '../record/months.ts'
import { countAll } from './kept-sums.ts'
import { CoverageTable } from '../tables/coverage-table.ts'

export type ArchiveState = {
  /** Increases with every change to the archive. Results stay valid until the next change. */
  readonly changed: number
  readonly horizon: Horizon
  /** The number of all messages. */
  readonly messages: number
  /** The archive’s months, oldest first. */
  readonly months: readonly Pick<Month, 'first' | 'stop'>[]
}

/** The state must be read before any record, so that the horizon is never ahead of the records shown. */
export async function readState(database: ServerDatabase, known: ArchiveState | null): Promise<ArchiveState> {
  const run: RunSql = (statement) => database.query(statement)
  const changed = await requireReadable(run)
  if (known?.changed === changed) return known
  const months = await run(sql`SELECT first, stop FROM month ORDER BY first`)
  return {
    changed,
    horizon: await new CoverageTable(run).horizon(),
    messages: await countAll({ database, signal: undefined }),
    months: months.map(({ first, stop }) => ({ first: Number(first), stop: Number(stop) })),
  }
}

/**
 * Returns the number of changes. Throws for an archive that is still being filled and for a schema that this program
 * doesn’t support: a newer one may keep records where the program does not look.
 */
export async function requireReadable(run: RunSql): Promise<number> {
  const changed = await requireKnownVersion(run)
  if (changed === 0) throw unfinishedError()
  return changed
}

export function unfinishedError(): AppError {
  return new AppError(
    'archive-unfinished',
    'An archive is still being moved into this team archive. You can use it once the move is complete.',
  )
}

/** Like `requireReadable`, but also accepts an archive that is still being filled, whose number of changes is zero. */
export async function requireKnownVersion(run: RunSql): Promise<number> {
  const [found] = await run(sql`SELECT version, oldest_client, changed FROM version`)
  if (!found) throw unfinishedError()
  const details = { found: Number(found.version), known: teamSchemaVersion }
  if (Number(found.oldest_client) > teamSchemaVersion) {
    throw new AppError(
      'archive-newer',
      'This archive was written by a newer version of Mailroom. Update Mailroom to open it.',
      { details },
    )
  }
  if (Number(found.version) < oldestClient) {
    throw new AppError(
      'team-archive-older',
      'This team archive was created by an older version of Mailroom. Ask its owner to run mailroom team-archive migrate.',
      { details },
    )
  }
  return Number(found.changed)
}
