import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { monthOf, type Month } from '../record/months.ts'

/** Creates any missing months that these rows need. The months are indexed later, once they are filled. */
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
