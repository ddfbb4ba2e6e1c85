import { createBlacklists } from './blacklists.ts'
import { createChanges } from './changes.ts'
import { openDatabase } from './database.ts'
import { createDomains } from './domains.ts'
import { createIntern } from './intern.ts'
import { createKeys } from './keys.ts'
import { createLife } from './life.ts'
import { createMessages } from './messages.ts'
import { createPlans } from './plans.ts'
import { createRollups } from './rollups.ts'
import { migrations, tables } from './schema.ts'
import { createSends } from './sends.ts'
import { createTemplates } from './templates.ts'
import type { Account, Settings, Store, StoreOptions } from './types.ts'
import { createUsers } from './users.ts'

export function openStore({ path, seed = 1 }: StoreOptions): Store {
  const database = openDatabase(path, migrations)
  const intern = createIntern(database)
  const changes = createChanges(database)
  const rollups = createRollups(database)
  const blacklists = createBlacklists(database)
  const life = createLife({ database, rollups, changes, blacklists, agentCells: intern.agentCells })
  const plans = createPlans(database, intern, life)
  const sends = createSends(database, intern)
  const messages = createMessages({ database, intern, sends, life, plans, rollups, changes, blacklists, seed })
  const settings: Settings = {
    get(name) {
      const row = database.sql('SELECT value FROM settings WHERE name = ?').get(name)
      return row ? String(row['value']) : null
    },
    set(name, value) {
      database.sql('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
    },
  }
  const account = (): Account | null => JSON.parse(settings.get('account') ?? 'null') as Account | null

  return {
    database,
    intern,
    changes,
    seed,
    messages,
    plans,
    blacklists,
    keys: createKeys(database),
    domains: createDomains(database, account),
    templates: createTemplates(database),
    users: createUsers(database),
    settings,
    account,
    setAccount: (value) => settings.set('account', JSON.stringify(value)),
    transaction: (work) => database.transaction(work),
    reset() {
      database.transaction(() => {
        for (const table of tables) database.exec(`DELETE FROM ${table}`)
      })
      // A million messages leave half a gigabyte of free pages behind; vacuuming an empty file is instant.
      database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      database.forget()
    },
    close: () => database.close(),
  }
}
