import { spawnSync } from 'node:child_process'

/** The time of `sqlite3 .import` for a csv, without an index; null if sqlite3 is not installed. */
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
