/**
 * What the sandbox keeps. Every date in this room is a number of epoch milliseconds; the wire formats it.
 * Every period is given in whole seconds, both ends included: the milliseconds of dateBegin and dateEnd are ignored.
 *
 * Ways in: `openStore(options): Store` (store.ts), `createStatistics(store): Statistics` (../statistics/statistics.ts),
 * `createExports(store): Exports` (../exports/exports.ts), `seedScenario(store, name, options): void`
 * (../scenarios/seed-scenario.ts), `createRandom(seed): Random` (../scenarios/random.ts) and
 * `planLife(random, start): PlannedStep[]` (../scenarios/life.ts), a likely life for a message accepted at `start`.
 */

import type { Changes } from './database/changes.ts'
import type { Database } from './database/database.ts'
import type { Intern } from './database/interner.ts'
import type { Messages, Plans } from './types/message-types.ts'
import type { Account, Blacklists, Domains, Keys, Settings, Templates, Users } from './types/account-types.ts'

export * from './types/message-types.ts'
export * from './types/account-types.ts'

export type Store = {
  /** For the rooms of the sandbox that count and export: everybody else uses the parts below. */
  readonly database: Database
  readonly intern: Intern
  readonly changes: Changes
  /** What the public message ids are drawn from. */
  readonly seed: number
  readonly messages: Messages
  readonly plans: Plans
  readonly blacklists: Blacklists
  readonly keys: Keys
  readonly domains: Domains
  readonly templates: Templates
  readonly users: Users
  readonly settings: Settings
  account(): Account | null
  setAccount(account: Account): void
  /** Runs `work` in one transaction; nested calls join it. */
  transaction<T>(work: () => T): T
  /** Empties everything, credentials included: seed a scenario afterwards. */
  reset(): void
  close(): void
}

export type StoreOptions = {
  /** Path of the SQLite file, or ':memory:'. */
  path: string
  /** What the public message ids are drawn from. */
  seed?: number
}
