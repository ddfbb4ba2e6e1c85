import type { Command } from './base/define.ts'
import type { CommandName, Contract, Noun } from './table.ts'

type TableOf<N extends Noun> = {
  readonly [Name in CommandName as Name extends `${N}.${string}` ? Name : never]: Contract[Name]
}

/**
 * The tables by noun. Each is loaded when one of its commands is first called, because creating all of their schemas
 * would take longer than the rest of the start. The compiler checks them against the complete table.
 */
const tables: { readonly [N in Noun]: () => Promise<TableOf<N>> } = {
  app: async () => (await import('./app.ts')).app,
  logs: async () => (await import('./logs.ts')).logs,
  settings: async () => (await import('./settings.ts')).settings,
  files: async () => (await import('./files.ts')).files,
  jobs: async () => (await import('./jobs.ts')).jobs,
  keychain: async () => (await import('./keychain.ts')).keychain,
  accounts: async () => (await import('./accounts.ts')).accounts,
  archive: async () => (await import('./archive.ts')).archive,
  messages: async () => (await import('./messages.ts')).messages,
  recipients: async () => (await import('./recipients.ts')).recipients,
  blacklists: async () => (await import('./blacklists.ts')).blacklists,
  statistics: async () => (await import('./statistics.ts')).statistics,
  notes: async () => (await import('./notes.ts')).notes,
  alerts: async () => (await import('./alerts.ts')).alerts,
  reports: async () => (await import('./reports.ts')).reports,
  domains: async () => (await import('./domains.ts')).domains,
  exports: async () => (await import('./exports.ts')).exports,
  schedules: async () => (await import('./schedules.ts')).schedules,
  live: async () => (await import('./live.ts')).live,
  sync: async () => (await import('./sync.ts')).sync,
  team: async () => (await import('./team.ts')).team,
  imports: async () => (await import('./imports.ts')).imports,
  snippets: async () => (await import('./snippets.ts')).snippets,
  drafts: async () => (await import('./drafts.ts')).drafts,
  sends: async () => (await import('./sends.ts')).sends,
  outcomes: async () => (await import('./outcomes.ts')).outcomes,
  sandbox: async () => (await import('./sandbox.ts')).sandbox,
  keys: async () => (await import('./keys.ts')).keys,
  storage: async () => (await import('./storage.ts')).storage,
  updates: async () => (await import('./updates.ts')).updates,
  users: async () => (await import('./users.ts')).users,
  templates: async () => (await import('./templates.ts')).templates,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
}

export type FoundCommand = { readonly name: CommandName; readonly command: Command }

/** Null if the contract contains no such command. */
export async function findCommand(name: string): Promise<FoundCommand | null> {
  const noun = name.slice(0, Math.max(name.indexOf('.'), 0))
  if (!Object.hasOwn(tables, noun)) return null
  const table: Readonly<Record<string, Command>> = await tables[noun as Noun]()
  return Object.hasOwn(table, name) ? { name: name as CommandName, command: table[name]! } : null
}
