import { z } from 'zod'
import { command } from './base/define.ts'
import { teamServer } from './base/team/team-server.ts'

/** The palette of account colours; the page maps each name to a light and a dark tone. */
const accountColours = ['blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'violet', 'grey'] as const

/** `documented` uses epoch seconds, but ISO dates for statistics/messages. The others use one format for everything. */
const dateForms = ['documented', 'epoch', 'iso'] as const

const headerName = z
  .string()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$/,
    'A header name has 1 to 80 characters that HTTP allows, such as letters, digits and hyphens.',
  )

/** The account settings that the user edits; the key is never one of them. */
export const accountProfile = z.strictObject({
  name: z.string().trim().min(1, 'Give the account a name.').max(80, 'A name can have at most 80 characters.'),
  colour: z.enum(accountColours),
  baseUrl: z.string().trim().min(1, 'Enter the base URL.').max(2000),
  user: z.string().trim().min(1, 'Enter the user.').max(320),
  headerNames: z.strictObject({ user: headerName, key: headerName }),
  keyPrefix: z
    .string()
    .regex(
      /^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,40}$/,
      'The prefix for send options can have at most 40 characters that HTTP allows in header names, such as letters, digits and hyphens.',
    ),
  dateForm: z.enum(dateForms),
  readOnly: z.boolean(),
  /** Addresses or @domains that may receive mail; if empty, everybody may. */
  recipientAllowList: z.array(z.string().trim().min(1).max(320)).max(1000),
  /** Off for providers that don’t support cc and bcc at the top level of a send. */
  ccAndBcc: z.boolean(),
  /**
   * Adds the metadata key `mailroom_send` to messages, so that a send can be found in the service if its response was
   * lost.
   */
  correlateSends: z.boolean(),
  /** If false, messages must not be stored on this disk, and searches use the service directly. */
  storeHistory: z.boolean(),
  /** Whether the user accepted the warning about plain http to another machine. */
  acceptPlainHttp: z.boolean(),
  /**
   * A proxy’s URL, `direct` for none, or empty for the proxy that the environment specifies. When the setting is read,
   * its password is replaced by dots. If it is saved with these dots, the password stays unchanged.
   */
  proxy: z.string().trim().max(400),
  /** Certificates from additional authorities, as PEM text. */
  extraCa: z.string().max(200_000),
})
export type AccountProfile = z.infer<typeof accountProfile>

/**
 * Where the key is. A `this-run` key is lost when Mailroom quits. A `missing` key was never stored, or was removed
 * outside Mailroom. If the state is `locked` or `unreachable`, the keychain cannot be read.
 */
const keyStates = ['stored', 'this-run', 'missing', 'locked', 'unreachable'] as const

export const account = z.strictObject({
  ...accountProfile.shape,
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  keyState: z.enum(keyStates),
  /** The result of the last call, shown as a badge in the account switcher. */
  connection: z.enum(['unknown', 'online', 'offline', 'refused']),
  /** Why the service is unreachable or refuses the key; otherwise null. */
  connectionProblem: z.string().nullable(),
  createdAt: z.number().int(),
  /** The server of the team archive that this account uses (`team.join`); null if it uses a file on this computer. */
  teamServer: teamServer.nullable(),
  /** The server that the account used most recently, or to which a move began; null if there was none. */
  lastTeamServer: teamServer.nullable(),
})
export type Account = z.infer<typeof account>

const key = z.string().trim().min(1, 'Enter the key.').max(4000)
/** Where to keep a key: in the keychain, or only in memory if no keychain is available. */
const keep = z.enum(['keychain', 'this-run'])
const id = z.strictObject({ id: z.string() })
/** Defaults to `keep`, because deleted history cannot be restored. */
const archiveChoice = z.enum(['keep', 'delete'])
/** Whether an account may be removed while there is no keychain from which its key could be removed. */
const withoutKeychain = z.enum(['refuse', 'remove'])
export type WithoutKeychain = z.infer<typeof withoutKeychain>

const connectionTest = z.strictObject({
  /** The number of API keys that the service listed, which proves that the service understood the request. */
  apiKeys: z.number().int(),
  milliseconds: z.number(),
})

/** A call to the service. Contains no bodies and no keys. */
const callLogEntry = z.strictObject({
  operation: z.string(),
  startedAt: z.number(),
  milliseconds: z.number(),
  status: z.number().int().nullable(),
  /** Bytes of the response body as received, which may be compressed. */
  bytes: z.number(),
  retries: z.number().int(),
  /** Null if the call succeeded. */
  errorCode: z.string().nullable(),
})
export type CallLogEntry = z.infer<typeof callLogEntry>

const baseUrlCheck = z.strictObject({
  ok: z.boolean(),
  /** A sentence that describes the problem; null if there is none. */
  problem: z.string().nullable(),
  /** The URL that was probably meant; null if there is no suggestion. */
  corrected: z.string().nullable(),
  /** Whether the key would be sent over the network unencrypted, which the user must confirm. */
  plainHttp: z.boolean(),
})
export type BaseUrlCheck = z.infer<typeof baseUrlCheck>

/** The outcome of an operation’s most recent calls, kept across restarts. Contains no bodies, keys or addresses. */
const lastCall = z.strictObject({
  /** Epoch milliseconds; null if no call has succeeded yet. */
  successAt: z.number().nullable(),
  error: z
    .strictObject({
      at: z.number(),
      code: z.string(),
      /** Null if the service was not reached. */
      status: z.number().int().nullable(),
      sentence: z.string(),
    })
    .nullable(),
})
export type LastCall = z.infer<typeof lastCall>

/** Keyed by operation name, as in the call log. */
export const lastCalls = z.record(z.string(), lastCall)
export type LastCalls = z.infer<typeof lastCalls>

/** Which forms of the service’s interface the account has accepted; null until one has been tried. */
const learnedForms = z.strictObject({
  exportMethod: z.enum(['POST', 'GET']).nullable(),
  blacklistForm: z.enum(['body', 'path']).nullable(),
  firstPage: z.literal([0, 1]).nullable(),
})
export type LearnedForms = z.infer<typeof learnedForms>

/** The plan from `GET /account`. */
const plan = z.strictObject({
  name: z.string(),
  creditsLeft: z.number().nullable(),
  creditsOfPlan: z.number().nullable(),
  /** Epoch milliseconds. */
  renewsAt: z.number().nullable(),
})
export type Plan = z.infer<typeof plan>

/**
 * Whether an account has an undocumented operation, as far as Mailroom knows. `inferred`: a related operation suggests
 * that it does, but it was not called itself, because the call could do harm.
 */
export const abilityState = z.enum(['yes', 'no', 'unknown', 'inferred'])

export const accounts = {
  'accounts.list': command(z.void(), z.strictObject({ accounts: z.array(account), currentId: z.string().nullable() })),
  'accounts.select': command(id, z.void()),
  /** Checks a base URL without sending anything to it. */
  'accounts.checkBaseUrl': command(z.strictObject({ baseUrl: z.string().max(2000) }), baseUrlCheck),
  /**
   * Tests a connection without storing anything. Without `key`, the stored key of the account `id` is used, but only with
   * that account’s service.
   */
  'accounts.test': command(
    z.strictObject({ id: z.string().optional(), profile: accountProfile, key: key.optional() }),
    connectionTest,
  ),
  /** With `stays`, the current account stays the same if there is one. */
  'accounts.create': command(
    z.strictObject({ profile: accountProfile, key, keep, stays: z.boolean().optional() }),
    account,
  ),
  /**
   * If the profile keeps no history, `archive` decides what happens to the existing records. `key` replaces the
   * account’s key, and is stored in the keychain unless `keep` says otherwise. The profile and the key are saved
   * together or not at all. A profile for another service needs a new key: otherwise, that service would get the stored
   * one, so the command fails with `key-elsewhere`. Before a limit is lifted, the host asks the user. If it can’t,
   * `confirmation` must be the stored key.
   */
  'accounts.update': command(
    z.strictObject({
      id: z.string(),
      profile: accountProfile,
      archive: archiveChoice.optional(),
      key: key.optional(),
      keep: keep.optional(),
      confirmation: key.optional(),
    }),
    account,
  ),
  'accounts.replaceKey': command(z.strictObject({ id: z.string(), key, keep }), account),
  /**
   * Removes the account and its key; `archive` decides what happens to the records kept on this disk. If there is no
   * keychain to remove the key from, the command fails unless `withoutKeychain` is `remove`; `keyStays` then means that a
   * keychain may still contain the key.
   */
  'accounts.remove': command(
    z.strictObject({ id: z.string(), archive: archiveChoice, withoutKeychain: withoutKeychain.optional() }),
    z.strictObject({ keyStays: z.boolean() }),
  ),
  /** Size of an account’s history on this disk in bytes; null if there is none. Does not open the archive. */
  'accounts.historyOnDisk': command(id, z.strictObject({ bytes: z.number().nullable() })),
  /** The last calls to the service, newest first. */
  'accounts.calls': command(id, z.array(callLogEntry)),
  /**
   * The abilities of this account’s service. `probe` makes harmless calls to find out which of them it has beyond the
   * documented interface.
   */
  'accounts.abilities': command(
    z.strictObject({ id: z.string(), probe: z.boolean() }),
    z.strictObject({
      abilities: z.record(z.string(), abilityState),
      probedAt: z.number().nullable(),
      forms: learnedForms,
      calls: lastCalls,
    }),
  ),
  /** The plan and its credits, requested from the service; null if this account cannot read them. */
  'accounts.plan': command(id, plan.nullable()),
  /** Calls the service once and returns the account with its new state. */
  'accounts.refresh': command(id, account),
}
