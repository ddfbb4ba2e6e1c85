import { z } from 'zod'
import { account } from './accounts.ts'
import { command } from './base/define.ts'
import { teamServer } from './base/team/team-server.ts'

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
  /** Copies the team’s archive to this computer and uses the copy afterwards, in place of the file from before. */
  'team.bringBack': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Uses a file on this computer again: the one from before, if there is one. */
  'team.leave': command(z.strictObject({ accountId }), account),
}
