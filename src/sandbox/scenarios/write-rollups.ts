import { counterNames, counterSql } from '../store/counting/counters.ts'
import { monthOfDay } from '../store/counting/id-time.ts'
import { locationColumns } from '../store/counting/rollups.ts'
import type { Database } from '../store/database/database.ts'

/**
 * Computes all rollups from the rows in a single pass, which is a hundred times as fast as counting each row when it is
 * written. `lower` is enough here, because the addresses in scenarios are ASCII.
 */
export function writeRollups(database: Database): void {
  const names = counterNames.join(', ')
  const sums = counterNames.map((name) => `sum(${name})`).join(', ')
  const counts = counterNames.map((name) => counterSql[name]).join(', ')
  database.exec(`
    INSERT INTO day_domains (stream, day, domain, ${names})
      SELECT stream, (id >> 20) / 86400, domain, ${counts} FROM messages GROUP BY 1, 2, 3;
    INSERT INTO day_domains (stream, day, domain, ${names})
      SELECT 0, day, domain, ${sums} FROM day_domains GROUP BY 2, 3;
    INSERT INTO day_streams (stream, day, ${names}) SELECT stream, day, ${sums} FROM day_domains GROUP BY 1, 2;
    INSERT INTO recipients (email, ${names}) SELECT lower(email), ${counts} FROM messages GROUP BY 1;
    CREATE TEMP TABLE read_events AS SELECT stream, (message >> 20) / 86400 AS day, platform, location,
      sum(type = 20) AS open, sum(type = 21) AS click, sum(type = 20 AND first) AS opener,
      sum(type = 21 AND first) AS clicker
      FROM events JOIN messages ON messages.id = message JOIN agents ON agents.id = agent
      WHERE type IN (20, 21) GROUP BY 1, 2, 3, 4;
    CREATE TEMP TABLE months (day INTEGER PRIMARY KEY, month INTEGER);
  `)
  const insertMonth = database.sql('INSERT INTO months (day, month) VALUES (?, ?)')
  for (const row of database.sql('SELECT DISTINCT day FROM day_streams').all()) {
    insertMonth.run(row['day']!, monthOfDay(Number(row['day'])))
  }
  const sumsOf = (columns: readonly string[]) => columns.map((name) => `sum(${name})`).join(', ')
  const read = { platform: ['open'], location: locationColumns }
  for (const [kind, columns] of Object.entries(read)) {
    database.exec(`
      INSERT INTO day_${kind}s SELECT stream, day, ${kind}, ${sumsOf(columns)} FROM read_events GROUP BY 1, 2, 3;
      INSERT INTO day_${kind}s SELECT 0, day, ${kind}, ${sumsOf(columns)} FROM read_events GROUP BY 2, 3;
    `)
  }
  for (const [kind, columns] of Object.entries({ domain: counterNames, ...read })) {
    database.exec(`INSERT INTO month_${kind}s SELECT stream, month, ${kind}, ${sumsOf(columns)}
      FROM day_${kind}s JOIN months USING (day) GROUP BY 1, 2, 3`)
  }
  database.exec('DROP TABLE read_events; DROP TABLE months')
}
