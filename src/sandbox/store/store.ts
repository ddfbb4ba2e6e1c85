import { createBlacklists } from './account/blacklists.ts'
import { createChanges } from './database/changes.ts'
import { openDatabase } from './database/database.ts'
import { createDomains } from './account/domains.ts'
import { createIntern } from './database/interner.ts'
import { createKeys } from './account/keys.ts'
import { createLife } from './messages/life.ts'
import { createMessages } from './messages/messages.ts'
import { createPlans } from './messages/plans.ts'
import { createRollups } from './counting/rollups.ts'
import { migrations, tables } from './schema.ts'
import { createSends } from './messages/sends.ts'
import { createTemplates } from './account/templates.ts'
import type { Account, Settings, Store, StoreOptions } from './index.ts'
import { createUsers } from './account/users.ts'

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
