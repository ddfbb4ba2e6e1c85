import { spawnSync } from 'node:child_process'

/** What `sqlite3 .import` takes for a csv, without an index; null where there is no such program. */
export function importWithSqlite(csv: string, database: string): { seconds: number; megabytes: number } | null {
  const started = performance.now()
  const { error, stdout, stderr } = spawnSync('sqlite3', [database], {
    input: `.mode csv\n.import ${csv} message\n.shell grep VmHWM /proc/$PPID/status\n`,
    encoding: 'utf8',
  })
  if (error) return null
  if (stderr !== '') throw new Error(`sqlite3: ${stderr}`)
  const megabytes = Number(/(\d+) kB/.exec(stdout)?.[1] ?? 0) / 1024
  return { seconds: (performance.now() - started) / 1000, megabytes }
}
