import { z } from 'zod'
import { account } from './accounts.ts'
import { accessChoices, accessKinds } from './base/team/access-log.ts'
import { command } from './base/define.ts'
import { longestSearch, longestViewName } from './base/search-limits.ts'
import { teamServer } from './base/team/team-server.ts'
import { messageSort } from './messages.ts'

const accountId = z.string().max(80)
/** Without a password, the stored one is used if it belongs to the same server and user. */
const password = z.string().min(1, 'Enter the password.').max(1000)
const keep = z.enum(['keychain', 'this-run'])

/** The Mailroom that keeps a team archive up to date. `since` is in epoch milliseconds; both are null if none does. */
export const lease = z.strictObject({
  mine: z.boolean(),
  name: z.string().nullable(),
  since: z.number().nullable(),
})
export type LeaseState = Readonly<z.infer<typeof lease>>

/** What an archive on a server says about itself before an account joins it. */
export const foundArchive = z.strictObject({
  /** `PostgreSQL 15.20`. */
  server: z.string(),
  /** What the user may do there. */
  role: z.enum(['owner', 'writer', 'reader']),
  messages: z.number().int(),
  lease,
  /** Whether it belongs to this account: `new` if it belongs to none yet. */
  belongs: z.enum(['yes', 'new', 'no', 'unknown']),
  /** The service and user that it belongs to, for a person to compare; null if it is new. */
  account: z.strictObject({ service: z.string(), user: z.string() }).nullable(),
  milliseconds: z.number(),
})
export type FoundArchive = Readonly<z.infer<typeof foundArchive>>

/** Everything that is given must hold. */
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
  /** Larger is newer. */
  id: z.number().int(),
  /** Epoch milliseconds by the server’s clock. */
  at: z.number(),
  /** The user on the server. */
  role: z.string(),
  /** As that person’s Mailroom calls itself; null if it was no Mailroom. */
  mailroom: z.string().nullable(),
  kind: z.enum(accessKinds),
  /** The hash of the person concerned. */
  person: z.string().nullable(),
  messages: z.number().int().nullable(),
})
export type AccessLine = Readonly<z.infer<typeof accessLine>>

const logged = z.enum(accessChoices)

/** Newest first. */
const accessLog = z.strictObject({
  /** Why this user may not read the log; null if they may. */
  refused: z.string().nullable(),
  logged,
  lines: z.array(accessLine),
})

/** A saved search that everyone who uses the archive has. */
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
  /** Connects to a team archive and reads what it is. Changes nothing. */
  'team.test': command(z.strictObject({ accountId, server: teamServer, password: password.optional() }), foundArchive),
  /**
   * Uses a team archive from now on. The account’s file on this computer is kept. Refuses an archive of another account, so
   * that nothing is mixed.
   */
  'team.join': command(z.strictObject({ accountId, server: teamServer, password: password.optional(), keep }), account),
  /**
   * Moves the account’s file into an empty team archive, which it uses afterwards. The file stays. A move that was ended
   * continues where it stopped.
   */
  'team.move': command(
    z.strictObject({ accountId, server: teamServer, password: password.optional(), keep }),
    z.strictObject({ jobId: z.string() }),
  ),
  /** Copies the team archive to this computer and uses the copy afterwards, in place of the file from before. */
  'team.bringBack': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Uses a file on this computer again: the one from before, if there is one. */
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
  /** A page of the archive’s access log: the lines before the one with the number `before`. */
  'team.accessLog': command(
    z.strictObject({
      accountId,
      filter: accessFilter,
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    accessLog,
  ),
  /** What the archive logs from now on. Only its owner may choose. */
  'team.chooseAccessLog': command(z.strictObject({ accountId, choice: logged }), z.strictObject({ logged })),
  /** Writes the lines to a file that waits to be saved. */
  'team.exportAccessLog': command(
    z.strictObject({ accountId, filter: accessFilter }),
    z.strictObject({ fileToken: z.string(), name: z.string() }),
  ),
}
