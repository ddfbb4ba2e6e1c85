import { z } from 'zod'
import { horizon } from './archive.ts'
import { longestKeyDescription, longestKeyName, mostAllowedIps } from './base/keys/key-limits.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const id = z.string().min(1).max(200)
const allowedIps = z.array(z.string().max(80)).max(mostAllowedIps)
const description = z.string().trim().min(1).max(longestKeyDescription)
const token = z.string().max(80)

/** An API key as the page may see it: without its login, and with only the end of the key itself. */
const apiKey = z.strictObject({
  id: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  ipFilterEnabled: z.boolean(),
  allowedIps: z.array(z.string()),
  /** Epoch milliseconds. */
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  /** The key’s last four characters; empty if the key is short or the service does not list it. */
  ending: z.string(),
  /** Whether this Mailroom account signs in with the key. */
  isOwn: z.boolean(),
  /** The names of this service’s other Mailroom accounts that sign in with the key. */
  otherAccounts: z.array(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

/** The replacement of an old key by a new one. Both are watched until the old one is turned off. */
const rotation = z.strictObject({
  id: z.uuid(),
  oldId: z.string(),
  newId: z.string(),
  /** Epoch milliseconds by the service’s clock. */
  startedAt: z.number(),
})
export type Rotation = z.infer<typeof rotation>

/**
 * `unknown` until the operation is first used. Becomes `no` if the service then says that it doesn’t offer the
 * operation.
 */
const ability = z.enum(['yes', 'no', 'unknown'])

const keyList = z.strictObject({
  keys: z.array(apiKey),
  /** The number of list entries that could not be read. */
  unreadable: z.number().int(),
  rotations: z.array(rotation),
  canChange: ability,
  canRemove: ability,
})
export type KeyList = z.infer<typeof keyList>

const madeKey = z.strictObject({
  key: apiKey,
  /** The secret is shown only once. Null if the service returned none. */
  secret: z.string().nullable(),
  /** Can be used in place of the secret in other commands for a quarter of an hour; null if there is no secret. */
  token: token.nullable(),
})
export type MadeKey = z.infer<typeof madeKey>

const usage = z.strictObject({
  /** When the newest message was created, in epoch milliseconds; null if the archive contains none. */
  lastUse: z.number().nullable(),
  /** Messages in the last 30 days. */
  messages: z.number().int(),
  /**
   * The key’s id, if the archive’s records contain it and a search can use it; null if they contain only a hash or a
   * secret.
   */
  searchAs: z.string().nullable(),
})
export type KeyUsage = z.infer<typeof usage>

const keyFilter = z.strictObject({ enabled: z.boolean(), allowedIps })

export const keys = {
  'keys.list': command(z.strictObject({ accountId }), keyList),
  /** Returns how the keys are used, counted from the archive. */
  'keys.usage': command(
    z.strictObject({ accountId }),
    z.strictObject({
      /** Keyed by key id. */
      usage: z.record(z.string(), usage),
      /** Messages since the start of each rotation, by rotation id. */
      rotations: z.record(z.string(), z.strictObject({ old: z.number().int(), new: z.number().int() })),
      /** Null if this account keeps no history. */
      horizon: horizon.nullable(),
    }),
  ),
  /**
   * Creates a key. With `replaces`, a rotation begins. `id` identifies the outcome. If the response is lost,
   * `keys.difference` uses it to find the keys that are new in the list.
   */
  'keys.create': command(
    z.strictObject({ accountId, id: z.uuid(), description, filter: keyFilter, replaces: id.nullable() }),
    madeKey,
  ),
  /** Returns the keys that were added to the list since a creation whose response was lost. */
  'keys.difference': command(
    z.strictObject({ accountId, outcomeId: z.uuid() }),
    z.strictObject({ keys: z.array(apiKey), description: z.string() }),
  ),
  /** Adopts one of the keys found by `keys.difference` as the key that was to be created. */
  'keys.takeOver': command(z.strictObject({ accountId, outcomeId: z.uuid(), keyId: id }), madeKey),
  /** Puts a new key on the clipboard for a minute. Requires the `clipboard` capability. */
  'keys.copy': command(z.strictObject({ token }), z.strictObject({ seconds: z.number().int() })),
  'keys.addAccount': command(
    z.strictObject({
      token,
      name: z.string().trim().min(1).max(longestKeyName),
      keep: z.enum(['keychain', 'this-run']),
    }),
    z.strictObject({ accountId: z.string() }),
  ),
  /** Makes the account that created the new key sign in with it from now on. */
  'keys.signIn': command(z.strictObject({ token }), z.void()),
  /** Stops showing the new key, which cannot be shown again. */
  'keys.dismiss': command(z.strictObject({ token }), z.void()),
  /** Fields that are left out remain unchanged. */
  'keys.change': command(
    z.strictObject({ accountId, keyId: id, description: description.optional(), filter: keyFilter.optional() }),
    z.void(),
  ),
  'keys.remove': command(z.strictObject({ accountId, keyId: id }), z.void()),
  /** Stops watching both keys of a rotation without changing them. */
  'keys.endRotation': command(z.strictObject({ accountId, id: z.uuid() }), z.void()),
  /** The addresses of this computer’s own network connections. The service may see a different one. */
  'keys.ownAddresses': command(z.void(), z.array(z.strictObject({ address: z.string(), connection: z.string() }))),
}
