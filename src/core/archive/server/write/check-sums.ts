import type { Damage } from '../../port/archive-port.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { rowsPerQuarter } from '../record/quarters.ts'

/**
 * Checks that the stored sums agree with the records. The records and indexes are not checked, because the server has
 * its own tools for that.
 */
export async function checkSums(database: ServerDatabase): Promise<Damage> {
  const checks: readonly [name: string, differing: Sql][] = [
    [
      'Quarter-hour sums',
      sql`SELECT count(*) AS differing FROM (
        SELECT row / ${rowsPerQuarter}::bigint AS quarter, state, count(*) AS messages FROM message GROUP BY 1, 2) AS counted
        FULL JOIN (SELECT quarter::bigint, name AS state, quarter.messages FROM quarter JOIN value ON value.id = state) AS kept
        USING (quarter, state) WHERE counted.messages IS DISTINCT FROM kept.messages`,
    ],
    [
      'Address sums',
      sql`SELECT count(*) AS differing FROM (SELECT recipient, count(*) AS messages FROM message GROUP BY 1) AS counted
        FULL JOIN address USING (recipient) WHERE counted.messages IS DISTINCT FROM address.messages`,
    ],
    [
      'Sender sums',
      sql`SELECT count(*) AS differing FROM (SELECT sender AS name, count(*) AS messages FROM message GROUP BY 1) AS counted
        FULL JOIN (SELECT name, sum(rollup.messages) AS messages FROM rollup JOIN value ON value.id = rollup.value
          WHERE kind = 3 GROUP BY 1) AS kept
        USING (name) WHERE counted.messages IS DISTINCT FROM kept.messages`,
    ],
  ]
  const findings: string[] = []
  // The checks run in a transaction, because counting all records may exceed the time limit for a single search.
  await database.transaction(async ({ run }) => {
    for (const [name, statement] of checks) {
      const [found] = await run(statement)
      const differing = Number(found?.differing ?? 0)
      if (differing > 0) findings.push(`${name} that differ from the records: ${differing}`)
    }
  })
  return { kind: findings.length > 0 ? 'index' : 'none', findings }
}
