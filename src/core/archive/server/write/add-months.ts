import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { monthOf, type Month } from '../record/months.ts'

/** Creates any missing months that these rows need. They are indexed later. */
export async function addMonths(run: RunSql, rows: Iterable<number>): Promise<void> {
  const wanted = new Map<string, Month>()
  let [first, stop] = [Infinity, -Infinity]
  for (const row of rows) {
    if (row >= first && row < stop) continue
    const month = monthOf(row)
    ;({ first, stop } = month)
    wanted.set(month.name, month)
  }
  const names = [...wanted.keys()]
  for (const { name } of await run(sql`SELECT name FROM month WHERE name = ANY(${names}::text[])`)) {
    wanted.delete(String(name))
  }
  for (const { name, first, stop } of wanted.values()) {
    await run(sql`SELECT add_month(${name}, ${first}::bigint, ${stop}::bigint)`)
  }
}

/** Indexes added months once they are filled, because updating the indexes with every record takes several times as long. */
export async function indexAddedMonths(database: ServerDatabase): Promise<void> {
  for (const { name } of await database.query(sql`SELECT name FROM month WHERE NOT indexed ORDER BY first`)) {
    await database.transaction(async ({ run }) => {
      // Two programs that index a table at once wait for each other, which ends in an error. So the second one waits
      // until the first is done.
      await run(sql`SELECT pg_advisory_xact_lock(hashtextextended('mailroom_index_' || current_schema, 0))`)
      await run(sql`SELECT index_month(name) FROM month WHERE name = ${String(name)} AND NOT indexed`)
    })
  }
}
