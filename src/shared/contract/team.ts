import { z } from 'zod'
import { account } from './accounts.ts'
import { accessChoices, accessKinds } from './base/team/access-log.ts'
import { command } from './base/define.ts'
import { longestSearch, longestViewName } from './base/search-limits.ts'
import { teamServer } from './base/team/team-server.ts'
import { messageSort } from './messages.ts'

const accountId = z.string().max(80)
/** If no password is given, the stored one is used, but only for the same server and user. */
const password = z.string().min(1, 'Enter the password.').max(1000)
const keep = z.enum(['keychain', 'this-run'])

/**
 * The Mailroom that keeps a team archive up to date. `since` is in epoch milliseconds. If no Mailroom does, `since` and
 * `name` are null.
 */
export const lease = z.strictObject({
  mine: z.boolean(),
  name: z.string().nullable(),
  since: z.number().nullable(),
})
export type LeaseState = Readonly<z.infer<typeof lease>>

/** The properties of an archive on a server, read before an account joins it. */
export const foundArchive = z.strictObject({
  /** For example `PostgreSQL 15.20`. */
  server: z.string(),
  /** The user’s permissions in the archive. */
  role: z.enum(['owner', 'writer', 'reader']),
  messages: z.number().int(),
  lease,
  /**
   * Whether the archive belongs to this account. `new`: it doesn’t belong to any account yet. `unknown`: the service
   * could not be asked.
   */
  belongs: z.enum(['yes', 'new', 'no', 'unknown']),
  /** The service and user that the archive belongs to, shown for comparison; null for a new archive. */
  account: z.strictObject({ service: z.string(), user: z.string() }).nullable(),
  milliseconds: z.number(),
})
export type FoundArchive = Readonly<z.infer<typeof foundArchive>>

/** A line must meet all of the given conditions. */
const accessFilter = z.strictObject({
  /** Epoch milliseconds; `until` is not included. */
  since: z.number().optional(),
  until: z.number().optional(),
  /** The user on the server. */
  role: z.string().max(63).optional(),
  kind: z.enum(accessKinds).optional(),
  /** An address. */
  person: z.string().max(320).optional(),
})
export type AccessFilter = Readonly<z.infer<typeof accessFilter>>

const accessLine = z.strictObject({
  /** Newer lines have larger numbers. */
  id: z.number().int(),
  /** Epoch milliseconds by the server’s clock. */
  at: z.number(),
  /** The user on the server. */
  role: z.string(),
  /** The name of the Mailroom whose action was logged; null if it was another program. */
  mailroom: z.string().nullable(),
  kind: z.enum(accessKinds),
  /** The hash of the person concerned. */
  person: z.string().nullable(),
  messages: z.number().int().nullable(),
})
export type AccessLine = Readonly<z.infer<typeof accessLine>>

const logged = z.enum(accessChoices)

/** A page of log lines, newest first. */
const accessLog = z.strictObject({
  /** Why this user may not read the log; null if they may. */
  refused: z.string().nullable(),
  logged,
  lines: z.array(accessLine),
})

/** A saved search that is shared with everyone who uses the archive. */
const teamView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  sort: messageSort,
  /** The user on the server who saved it. */
  sharedBy: z.string(),
})
export type TeamView = Readonly<z.infer<typeof teamView>>

export const team = {
  /** Connects to a team archive and reads its properties, without changing anything. */
  'team.test': command(z.strictObject({ accountId, server: teamServer, password: password.optional() }), foundArchive),
  /**
   * Switches the account to a team archive and keeps its file on this computer. Refuses another account’s archive, so
   * that the messages of two accounts are never mixed.
   */
  'team.join': command(z.strictObject({ accountId, server: teamServer, password: password.optional(), keep }), account),
  /**
   * Copies the account’s file to an empty team archive and switches the account to that archive. The file is kept. An
   * interrupted move continues where it stopped.
   */
  'team.move': command(
    z.strictObject({ accountId, server: teamServer, password: password.optional(), keep }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** Copies the team archive to this computer and switches the account to the copy, which replaces its earlier file. */
  'team.bringBack': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Switches the account back to a file on this computer. If it had one before, that file is used again. */
  'team.leave': command(z.strictObject({ accountId }), account),
  /** The team’s saved views by name; none for an account without a team archive. */
  'team.views': command(z.strictObject({ accountId }), z.array(teamView)),
  /** Replaces the view with this id. */
  'team.saveView': command(
    z.strictObject({
      accountId,
      id: z.uuid(),
      name: z.string().trim().min(1, 'Enter a name.').max(longestViewName),
      text: z.string().max(longestSearch),
      sort: messageSort,
    }),
    z.void(),
  ),
  'team.removeView': command(z.strictObject({ accountId, id: z.uuid() }), z.void()),
  /** Returns a page of the archive’s access log: the lines that precede the line with the number `before`. */
  'team.accessLog': command(
    z.strictObject({
      accountId,
      filter: accessFilter,
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    accessLog,
  ),
  /** Chooses the events that the archive logs from now on. Only the archive’s owner may do this. */
  'team.chooseAccessLog': command(z.strictObject({ accountId, choice: logged }), z.strictObject({ logged })),
  /** Writes the matching lines to a file for the user to save. */
  'team.exportAccessLog': command(
    z.strictObject({ accountId, filter: accessFilter }),
    z.strictObject({ fileToken: z.string(), name: z.string() }),
  ),
}
