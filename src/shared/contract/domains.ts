import { z } from 'zod'
import { domainFlags, longestDomain, recordKinds, recordStates } from './base/domains/domain-kinds.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const name = z.string().max(longestDomain)
const count = z.number().int()
/** Epoch milliseconds. */
const moment = z.number()

const finding = z.strictObject({ tone: z.enum(['error', 'warning', 'note']), text: z.string() })

/** What a server returned for a record. */
const seen = z.strictObject({
  /** For example `Authoritative servers` or `192.0.2.53`. */
  server: z.string(),
  verdict: z.enum(['right', 'missing', 'wrong', 'unknown']),
  /** Why the result is unknown; empty if it is known. */
  why: z.string(),
  /** How many seconds the server may still return this response. */
  ttl: count.nullable(),
})

const checkedRecord = z.strictObject({
  kind: z.enum(recordKinds),
  type: z.enum(['TXT', 'CNAME', 'MX', 'A']),
  /** The record’s name, without a trailing dot. */
  name: z.string(),
  state: z.enum(recordStates),
  /** The value that the service requires; null if it does not report one. */
  expected: z.string().nullable(),
  found: z.array(z.string()),
  findings: z.array(finding),
  seen: z.array(seen),
  /**
   * The record to publish, with the values that it replaces. Null if there is nothing to do, or if no lookup was
   * conclusive.
   */
  publish: z.strictObject({ value: z.string(), replaces: z.array(z.string()) }).nullable(),
})
export type CheckedRecord = z.infer<typeof checkedRecord>

/** A term in an SPF record. If another term includes it, it is listed below that one. */
const spfRow = z.strictObject({
  depth: count,
  text: z.string(),
  /** How many lookups the term needs, together with everything below it. */
  cost: count,
  isVoid: z.boolean(),
  problem: z.string().nullable(),
})
export type SpfRow = z.infer<typeof spfRow>

const check = z.strictObject({
  at: moment,
  /** The servers that were queried; none for a name that never resolves. */
  asked: z.array(z.string()),
  records: z.array(checkedRecord),
  /** Null unless there is exactly one record. */
  spf: z.strictObject({ lookups: count, voids: count, rows: z.array(spfRow) }).nullable(),
  dmarc: z.strictObject({
    policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
    recordDomain: z.string().nullable(),
    /** The names that were looked up, from the domain upwards. */
    steps: z.array(z.strictObject({ name: z.string(), text: z.string() })),
    /** The senders in use whose domain is this one or one of its subdomains. */
    senders: z.array(z.strictObject({ sender: z.string(), isAligned: z.boolean(), text: z.string() })),
  }),
})
export type DomainCheck = z.infer<typeof check>

const pastCheck = z.strictObject({
  at: moment,
  states: z.array(z.strictObject({ kind: z.enum(recordKinds), state: z.enum(recordStates) })),
})
export type PastCheck = z.infer<typeof pastCheck>

const accountDomain = z.strictObject({
  /** The name in DNS, such as `xn--mnchen-3ya.example`. */
  name: z.string(),
  /** The name as people write it. Mostly the same as `name`. */
  unicode: z.string(),
  /** A sentence that says that the name looks like another one or mixes two alphabets; usually null. */
  lookAlike: z.string().nullable(),
  tracking: z.string(),
  /** How the domain is known: the service lists it, the user added it here, or only a sender uses it. */
  origin: z.enum(['service', 'added', 'sender']),
  isDefault: z.boolean(),
  /** The flags last reported by the service; null if it reported none. */
  flags: z
    .strictObject(
      Object.fromEntries(domainFlags.map((flag) => [flag, z.boolean()])) as Record<
        (typeof domainFlags)[number],
        z.ZodBoolean
      >,
    )
    .nullable(),
  /**
   * Whether the name is reserved and never resolves, such as one under `.example`. Only the sandbox’s DNS server has
   * records for it.
   */
  isReserved: z.boolean(),
  /** When Mailroom began to watch the domain; null if the domain is not watched. */
  watchedSince: moment.nullable(),
  lastCheck: pastCheck.nullable(),
})
export type AccountDomain = z.infer<typeof accountDomain>

const ofDomain = z.strictObject({ accountId, name })

/** After the event `domains.changed`, earlier results may be out of date. */
export const domains = {
  'domains.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      domains: z.array(accountDomain),
      /** The number of list entries that could not be read. */
      unreadable: count,
      /** Whether the service lists its domains. If not, only those that Mailroom knows from elsewhere are here. */
      isListed: z.boolean(),
      /** Why the service’s list could not be read; empty if it was read. */
      problem: z.string(),
      /** The resolvers that a check queries in addition to the zone’s servers. */
      resolvers: z.array(z.string()),
    }),
  ),
  /**
   * Adds a domain, or changes the domain with this name. The service sends a message to `email` to have the domain
   * confirmed. Returns the domain’s name in DNS.
   */
  'domains.save': command(
    z.strictObject({ accountId, sending: name, tracking: name, email: z.string().max(320) }),
    z.strictObject({ name: z.string() }),
  ),
  'domains.check': command(ofDomain, check),
  /** Triggers the service’s own DNS check, which may change the flags that the service reports. */
  'domains.askService': command(ofDomain, z.void()),
  /** A domain’s checks, newest first. */
  'domains.history': command(ofDomain, z.array(pastCheck)),
  /** Starts or stops watching a domain: Mailroom checks it repeatedly until it is verified, and then notifies the user. */
  'domains.watch': command(z.strictObject({ accountId, name, isOn: z.boolean() }), z.void()),
}
