import { z } from 'zod'
import { command } from './base/define.ts'

/** The palette of account colours; the page maps each name to a light and a dark tone. */
const accountColours = ['blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'violet', 'grey'] as const

/** `documented` sends epoch seconds, and ISO to statistics/messages; the others send one form everywhere. */
const dateForms = ['documented', 'epoch', 'iso'] as const

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$/, 'A header name has letters, digits and dashes.')

/** What the user decides about an account; the key is never part of it. */
export const accountProfile = z.strictObject({
  name: z.string().trim().min(1, 'Give the account a name.').max(80, 'A name has at most 80 characters.'),
  colour: z.enum(accountColours),
  baseUrl: z.string().trim().min(1, 'Enter the base URL.').max(2000),
  user: z.string().trim().min(1, 'Enter the user.').max(320),
  headerNames: z.strictObject({ user: headerName, key: headerName }),
  keyPrefix: z
    .string()
    .regex(/^[0-9A-Za-z-]{0,40}$/, 'The prefix of send options has letters, digits and dashes, like X-SVC-.'),
  dateForm: z.enum(dateForms),
  readOnly: z.boolean(),
  /** Addresses or @domains that may receive mail; empty means everybody. */
  recipientAllowList: z.array(z.string().trim().min(1).max(320)).max(1000),
  /** Off for providers that did not grant top-level cc and bcc. */
  ccAndBcc: z.boolean(),
  /** Adds the metadata key `mailroom_send`, by which a send whose answer was lost is found again. */
  correlateSends: z.boolean(),
  /** Off for an account whose messages must not be on this disk: they are searched at the service itself. */
  storeHistory: z.boolean(),
  /** Plain http to a host that is not this machine was warned about and accepted. */
  acceptPlainHttp: z.boolean(),
  /** A proxy URL, `direct` for none, or empty: as the environment says. Its password is shown as dots; they keep it. */
  proxy: z.string().trim().max(400),
  /** Certificates of further authorities, as PEM text. */
  extraCa: z.string().max(200_000),
})
export type AccountProfile = z.infer<typeof accountProfile>

/** Where the key is: `this-run` is lost at quit, `missing` was never stored or was removed outside Mailroom. */
const keyStates = ['stored', 'this-run', 'missing', 'locked', 'unreachable'] as const

export const account = z.strictObject({
  ...accountProfile.shape,
  id: z.string(),
  kind: z.enum(['service', 'sandbox']),
  keyState: z.enum(keyStates),
  /** The answer of the last call: what the switcher's badge shows. */
  connection: z.enum(['unknown', 'online', 'offline', 'refused']),
  /** The sentence that came with it, while the service is not reached or refuses the key. */
  connectionProblem: z.string().nullable(),
  createdAt: z.number().int(),
})
export type Account = z.infer<typeof account>

const key = z.string().trim().min(1, 'Enter the key.').max(4000)
/** Where to keep a key: the keychain, or memory alone where no keychain answers. */
const keep = z.enum(['keychain', 'this-run'])
const id = z.strictObject({ id: z.string() })
/** Deleting is for good, so keeping is what an absent choice means. */
const archiveChoice = z.enum(['keep', 'delete'])

const connectionTest = z.strictObject({
  /** How many API keys the service listed: the proof that it understood us. */
  apiKeys: z.number().int(),
  milliseconds: z.number(),
})

const callLogEntry = z.strictObject({
  operation: z.string(),
  startedAt: z.number(),
  milliseconds: z.number(),
  status: z.number().int().nullable(),
  bytes: z.number(),
  retries: z.number().int(),
  errorCode: z.string().nullable(),
})

export const accounts = {
  'accounts.list': command(z.void(), z.strictObject({ accounts: z.array(account), currentId: z.string().nullable() })),
  'accounts.select': command(id, z.void()),
  /** Says what is wrong with a base URL before anything is sent there. */
  'accounts.checkBaseUrl': command(
    z.strictObject({ baseUrl: z.string().max(2000) }),
    z.strictObject({
      ok: z.boolean(),
      problem: z.string().nullable(),
      /** The URL that was probably meant. */
      corrected: z.string().nullable(),
      /** The key would cross the network readable: ask first. */
      plainHttp: z.boolean(),
    }),
  ),
  /** Tests a connection without storing anything; without `key` the stored key of `id` is used, at its own place alone. */
  'accounts.test': command(
    z.strictObject({ id: z.string().optional(), profile: accountProfile, key: key.optional() }),
    connectionTest,
  ),
  'accounts.create': command(z.strictObject({ profile: accountProfile, key, keep }), account),
  /**
   * Where the profile keeps no history, `archive` decides what happens to records that are here already. A `key` replaces
   * the one there is, and goes to the keychain unless `keep` says otherwise; both are saved, or neither is. Without it a
   * profile that leads elsewhere is refused with `key-elsewhere`. What lifts a limit is confirmed by the host, or, where
   * the host cannot ask, by the stored key as `confirmation`.
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
  /** Removes the account and its key; `archive` decides what happens to the records kept on this disk. */
  'accounts.remove': command(z.strictObject({ id: z.string(), archive: archiveChoice }), z.void()),
  /** Bytes that an account's history takes on this disk, null where none is here; it is looked at and not opened. */
  'accounts.historyOnDisk': command(id, z.strictObject({ bytes: z.number().nullable() })),
  /** The last calls to the service, newest first: no bodies, no keys. */
  'accounts.calls': command(id, z.array(callLogEntry)),
  /** What this account can do beyond the interface; `probe` asks the service with harmless calls. */
  'accounts.capabilities': command(
    z.strictObject({ id: z.string(), probe: z.boolean() }),
    z.strictObject({
      capabilities: z.record(z.string(), z.enum(['yes', 'no', 'unknown', 'inferred'])),
      probedAt: z.number().nullable(),
    }),
  ),
  /** Calls the service once and answers what the switcher should show. */
  'accounts.refresh': command(id, account),
}
