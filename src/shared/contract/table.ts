import type { z } from 'zod'
import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { app } from './app.ts'
import { archive } from './archive.ts'
import { mergeUnique } from './base/define.ts'
import { blacklists } from './blacklists.ts'
import { domains } from './domains.ts'
import { drafts } from './drafts.ts'
import { exports } from './exports.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { keychain } from './keychain.ts'
import { keys } from './keys.ts'
import { live } from './live.ts'
import { logs } from './logs.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { outcomes } from './outcomes.ts'
import { recipients } from './recipients.ts'
import { reports } from './reports.ts'
import { sandbox } from './sandbox.ts'
import { schedules } from './schedules.ts'
import { sends } from './sends.ts'
import { settings } from './settings.ts'
import { snippets } from './snippets.ts'
import { statistics } from './statistics.ts'
import { storage } from './storage.ts'
import { sync } from './sync.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { updates } from './updates.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** All commands available to the page. A command that is not listed here does not exist. */
export const contract = mergeUnique(
  app,
  logs,
  settings,
  files,
  jobs,
  keychain,
  accounts,
  archive,
  messages,
  recipients,
  blacklists,
  statistics,
  notes,
  alerts,
  reports,
  domains,
  exports,
  schedules,
  live,
  sync,
  team,
  imports,
  drafts,
  snippets,
  sends,
  outcomes,
  sandbox,
  keys,
  storage,
  updates,
  users,
  templates,
  webhooks,
)

export type Contract = typeof contract
export type CommandName = keyof Contract & string

type NounOf<Name> = Name extends `${infer Noun}.${string}` ? Noun : never
/** A command’s subject: `accounts` in `accounts.list`. */
export type Noun = NounOf<CommandName>

/** The input that a caller passes; a handler receives it after the schema has parsed it. */
export type CommandInput<Name extends CommandName> = z.input<Contract[Name]['input']>
export type ParsedInput<Name extends CommandName> = z.output<Contract[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.output<Contract[Name]['output']>
