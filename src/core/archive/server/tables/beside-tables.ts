import { besideOf, type BesideMessages } from '../../common/beside-messages.ts'
import type { ErasedList } from '../../port/archive-port.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'

/**
 * Reads settings, coverage and tombstones, to be written to another archive. Readers may not be allowed to see
 * tombstones.
 */
export async function readBesideTables(run: RunSql): Promise<BesideMessages> {
  const settings = await run(sql`SELECT name, value FROM setting ORDER BY name`)
  const coverage = await run(sql`SELECT kind, start, stop FROM coverage ORDER BY kind, start`)
  const [may] = await run(sql`SELECT has_table_privilege('tombstone', 'SELECT') AS read`)
  const tombstones =
    may?.read === true ? await run(sql`SELECT encode(hash, 'hex') AS hash, erased FROM tombstone ORDER BY hash`) : null
  return besideOf(
    settings,
    coverage,
    tombstones && tombstones.map(({ hash, erased }) => ({ hash: String(hash), erased: Number(erased) })),
  )
}

/** Replaces all settings and all coverage. Tombstones are only added. */
export async function writeBesideTables(run: RunSql, beside: BesideMessages): Promise<void> {
  const { settings, coverage, tombstones } = beside
  await run(sql`DELETE FROM setting`)
  await run(sql`
    INSERT INTO setting SELECT name, value::json FROM unnest(
      ${settings.map(({ name }) => name)}::text[], ${settings.map(({ value }) => value)}::text[]) AS given (name, value)`)
  await run(sql`DELETE FROM coverage`)
  await run(sql`
    INSERT INTO coverage SELECT * FROM unnest(${coverage.map(({ kind }) => kind)}::smallint[],
      ${coverage.map(({ start }) => start)}::bigint[], ${coverage.map(({ stop }) => stop)}::bigint[])`)
  if (tombstones) await insertTombstones(run, tombstones)
}

export async function insertTombstones(run: RunSql, tombstones: ErasedList['tombstones']): Promise<void> {
  await run(sql`
    INSERT INTO tombstone SELECT decode(hash, 'hex'), erased FROM unnest(
      ${tombstones.map(({ hash }) => hash)}::text[], ${tombstones.map(({ erased }) => erased)}::bigint[])
      AS given (hash, erased) ON CONFLICT DO NOTHING`)
}
