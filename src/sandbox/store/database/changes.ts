import type { Database } from './database.ts'

/**
 * Numbers the transactions that give messages a new last state. The delta mark is such a number and not a date: while
 * the sandbox clock stands still, a date cannot tell what came before an export from what came after it.
 */
export type Changes = {
  /** The number of the running transaction. */
  next(): number
  /** The number of the last committed one. */
  current(): number
}

export function createChanges(database: Database): Changes {
  let current = 0
  let used = false
  function reload() {
    const row = database.sql(`SELECT value FROM settings WHERE name = 'change'`).get()
    current = row ? Number(row['value']) : 0
    used = false
  }
  reload()
  database.onForget(reload)
  database.beforeCommit(() => {
    if (!used) return
    used = false
    current += 1
    database.sql(`INSERT OR REPLACE INTO settings (name, value) VALUES ('change', ?)`).run(String(current))
  })
  return {
    next() {
      used = true
      return current + 1
    },
    current: () => current,
  }
}
