import { StoredConfiguration } from './account/configuration.ts'
import { Blacklists } from './account/blacklists.ts'
import { Documents } from './account/documents.ts'
import { Domains } from './account/domains.ts'
import { Keys } from './account/keys.ts'
import { Templates } from './account/templates.ts'
import { Rollups } from './counting/rollups.ts'
import { Changes } from './database/changes.ts'
import { Database } from './database/database.ts'
import { randomIds, seededIds, type IdSource } from './database/id-source.ts'
import { Interner } from './database/interner.ts'
import { ChangedMessages } from './messages/changed-messages.ts'
import { MessageLife, type Step } from './messages/life.ts'
import { Messages } from './messages/messages.ts'
import { Plans } from './messages/plans.ts'
import { Sends } from './messages/sends.ts'
import { StoredReplies } from './replies/stored-replies.ts'
import { tables } from './schema.ts'
import type { Account, DedicatedIp, Settings, User } from './types/account-types.ts'
import { PlannedCalls } from './webhooks/planned-calls.ts'
import { WebhookStore } from './webhooks/webhooks.ts'

export type Store = {
  /**
   * For the statistics, exports and scenarios, which read or write many rows at once. Other code uses the members
   * below.
   */
  readonly database: Database
  readonly interner: Interner
  readonly changes: Changes
  /** Determines the random-looking part of public message ids. */
  readonly seed: number
  /** Creates all other ids and secrets. */
  readonly ids: IdSource
  readonly messages: Messages
  readonly plans: Plans
  readonly blacklists: Blacklists
  readonly keys: Keys
  readonly domains: Domains
  readonly templates: Templates
  readonly webhooks: WebhookStore
  readonly plannedCalls: PlannedCalls
  readonly replies: StoredReplies
  readonly users: Documents<User>
  readonly ips: Documents<DedicatedIp>
  readonly settings: Settings
  readonly configuration: StoredConfiguration
  account(): Account | null
  setAccount(account: Account): void
  /** Runs `work` in a single transaction; nested calls join it. */
  transaction<T>(work: () => T): T
  /**
   * Empties everything, including credentials, and runs `fill` in the same transaction. If `fill` throws, nothing
   * changes. Must not be called in a transaction.
   */
  reset(fill?: () => void): void
  /** Copies everything to a new file in steps, with other work in between. */
  copyTo(path: string): Promise<void>
  /** Continues with the content of another file, which is moved or removed. `checkContent` must have accepted it. */
  replaceWith(path: string): void
  close(): void
}

export type StoreOptions = {
  /** The SQLite file’s path, or ':memory:'. */
  path: string
  /** Whether the file is removed when the store is closed. */
  isTemporary?: boolean
  /** Determines all ids and secrets. Without a seed, all except the public message ids are random. */
  seed?: number | undefined
}

export function openStore({ path, isTemporary = false, seed: given }: StoreOptions): Store {
  const database = new Database(path, tables, isTemporary ? 'temporary' : 'kept')
  const settings = new StoredSettings(database)
  const seed = given ?? 1
  const ids = given === undefined ? randomIds : seededIds(given, settings)
  const interner = new Interner(database)
  const changes = new Changes(database)
  const rollups = new Rollups(database)
  const blacklists = new Blacklists(database)
  const agentCells = interner.agentCells.bind(interner)
  const changed = new ChangedMessages()
  database.onForget(() => changed.clear())
  const webhooks = new WebhookStore(database, ids)
  const plannedCalls = new PlannedCalls(database, webhooks)
  const replies = new StoredReplies(database)
  const onStep = (message: number, step: Step): void => {
    plannedCalls.add(message, step)
    replies.plan(message, step)
  }
  const life = new MessageLife({ database, rollups, changes, changed, blacklists, agentCells, onStep })
  const plans = new Plans({ database, interner, life })
  const sends = new Sends(database, interner)
  const account = (): Account | null => JSON.parse(settings.get('account') ?? 'null') as Account | null

  return {
    database,
    interner,
    changes,
    seed,
    ids,
    messages: new Messages({
      database,
      interner,
      sends,
      life,
      plans,
      rollups,
      changes,
      changed,
      blacklists,
      seed,
      onStep,
    }),
    plans,
    blacklists,
    keys: new Keys(database, ids),
    domains: new Domains(database, account),
    templates: new Templates(database, ids),
    webhooks,
    plannedCalls,
    replies,
    users: new Documents<User>(database, 'users', { id: ({ id }) => id }),
    ips: new Documents<DedicatedIp>(database, 'ips', { id: ({ id }) => id }),
    settings,
    configuration: new StoredConfiguration(database, settings),
    account,
    setAccount: (value) => settings.set('account', JSON.stringify(value)),
    transaction: (work) => database.transaction(work),
    reset: (fill) => refillTables(database, fill),
    copyTo: (copy) => database.copyTo(copy),
    replaceWith: (content) => database.replaceWith(content),
    close: () => database.close(),
  }
}

class StoredSettings implements Settings {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get(name: string): string | null {
    const row = this.#database.sql('SELECT value FROM settings WHERE name = ?').get(name)
    return row ? String(row['value']) : null
  }

  set(name: string, value: string): void {
    this.#database.sql('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
  }
}

function refillTables(database: Database, fill?: () => void): void {
  // Without this, what was removed would stay readable in the file, and in snapshots made from it.
  database.exec('PRAGMA secure_delete = ON')
  try {
    database.transaction(() => {
      const tables = database.sql("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      for (const { name } of tables) database.exec(`DELETE FROM ${name}`)
      database.forget()
      fill?.()
    })
  } finally {
    database.exec('PRAGMA secure_delete = OFF')
  }
  database.forgetAll()
  try {
    // After a scenario with a million messages, a smaller one leaves half a gigabyte unused.
    database.shrink()
  } catch {
    // The new content is already stored. On a full disk, its file only stays large.
  }
}
