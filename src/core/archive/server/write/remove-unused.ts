import type { IdentifyingValue } from '../../common/identifying-values.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned } from '../record/columns.ts'

/** Removes those of the given values that no longer occur in any message, and the days on which they were counted. */
export async function removeUnused(run: RunSql, values: readonly IdentifyingValue[]): Promise<void> {
  const kinds = values.map(({ kind }) => kind)
  const names = values.map(({ name }) => cleaned(name))
  // The hash is compared first, because the index contains only the hashes of the names.
  const removed = await run(sql`
    DELETE FROM value USING unnest(${kinds}::smallint[], ${names}::text[]) AS given(kind, name)
    WHERE value.kind = given.kind AND hashtextextended(value.name, 0) = hashtextextended(given.name, 0)
      AND value.name = given.name AND value.messages = 0
    RETURNING value.id`)
  const ids = removed.map(({ id }) => Number(id))
  await run(sql`DELETE FROM rollup WHERE value = ANY(${ids}::int[])`)
}
