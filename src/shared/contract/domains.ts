import { z } from 'zod'
import { domainFlags, longestDomain, recordKinds, recordStates } from './base/domains/domain-kinds.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const name = z.string().max(longestDomain)
const count = z.number().int()
/** Epoch milliseconds. */
const moment = z.number()

const finding = z.strictObject({ tone: z.enum(['error', 'warning', 'note']), text: z.string() })

/** What one server says of a record. */
const seen = z.strictObject({
  /** Such as `Servers of the zone` or `192.0.2.53`. */
  server: z.string(),
  verdict: z.enum(['right', 'missing', 'wrong', 'unknown']),
  /** Why it is unknown; empty otherwise. */
  why: z.string(),
  /** Seconds for which it may still return this answer. */
  ttl: count.nullable(),
})

const checkedRecord = z.strictObject({
  kind: z.enum(recordKinds),
  type: z.enum(['TXT', 'CNAME', 'MX', 'A']),
  /** Where it stands, without a dot at its end. */
  name: z.string(),
  state: z.enum(recordStates),
  /** What the service asks for; null where it does not say. */
  expected: z.string().nullable(),
  found: z.array(z.string()),
  findings: z.array(finding),
  seen: z.array(seen),
  /** The one record to publish, and what it replaces. Null where nothing is to be done, or no lookup was conclusive. */
  publish: z.strictObject({ value: z.string(), replaces: z.array(z.string()) }).nullable(),
})
export type CheckedRecord = z.infer<typeof checkedRecord>

/** A term of an SPF record, each below the one that includes it. */
const spfRow = z.strictObject({
  depth: count,
  text: z.string(),
  /** Lookups of the term and everything below it. */
  cost: count,
  isVoid: z.boolean(),
  problem: z.string().nullable(),
})
export type SpfRow = z.infer<typeof spfRow>

const check = z.strictObject({
  at: moment,
  /** The servers that were asked; none for a name that never resolves. */
  asked: z.array(z.string()),
  records: z.array(checkedRecord),
  /** Null where there is no single record to count. */
  spf: z.strictObject({ lookups: count, voids: count, rows: z.array(spfRow) }).nullable(),
  dmarc: z.strictObject({
    policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
    recordDomain: z.string().nullable(),
    /** The names that were asked, from the domain upwards. */
    steps: z.array(z.strictObject({ name: z.string(), text: z.string() })),
    /** Each sender in use that belongs to this domain. */
    senders: z.array(z.strictObject({ sender: z.string(), isAligned: z.boolean(), text: z.string() })),
  }),
})
export type DomainCheck = z.infer<typeof check>

/** A past check. */
const pastCheck = z.strictObject({
  at: moment,
  states: z.array(z.strictObject({ kind: z.enum(recordKinds), state: z.enum(recordStates) })),
})
export type PastCheck = z.infer<typeof pastCheck>

const accountDomain = z.strictObject({
  /** As DNS has it, such as `xn--mnchen-3ya.example`. */
  name: z.string(),
  /** As people read it; the same as `name` for most. */
  unicode: z.string(),
  /** What its letters may be mistaken for; null for most. */
  lookAlike: z.string().nullable(),
  tracking: z.string(),
  /** Where Mailroom knows it from: the service lists it, it was added here, or only a sender is at it. */
  origin: z.enum(['service', 'added', 'sender']),
  isDefault: z.boolean(),
  /** What the service last reported; null where it reported nothing. */
  flags: z
    .strictObject(
      Object.fromEntries(domainFlags.map((flag) => [flag, z.boolean()])) as Record<
        (typeof domainFlags)[number],
        z.ZodBoolean
      >,
    )
    .nullable(),
  /** Never resolves, such as names below `.example`: only the sandbox has its records. */
  isReserved: z.boolean(),
  /** Since when Mailroom watches it; null where it does not. */
  watchedSince: moment.nullable(),
  lastCheck: pastCheck.nullable(),
})
export type AccountDomain = z.infer<typeof accountDomain>

const ofDomain = z.strictObject({ accountId, name })

/** The event `domains.changed` says when to ask again. */
export const domains = {
  'domains.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      domains: z.array(accountDomain),
      /** False: the service does not list its domains, so only those that Mailroom knows from elsewhere are here. */
      isListed: z.boolean(),
      /** Why the list could not be read now; empty where it was. */
      problem: z.string(),
      /** The resolvers that a check asks, besides the servers of the zone. */
      resolvers: z.array(z.string()),
    }),
  ),
  /** Adds a domain, or changes the one with this name. The service mails `email` to confirm it. Returns its name as DNS has it. */
  'domains.save': command(
    z.strictObject({ accountId, sending: name, tracking: name, email: z.string().max(320) }),
    z.strictObject({ name: z.string() }),
  ),
  /** Looks at DNS now. */
  'domains.check': command(ofDomain, check),
  /** Lets the service look at DNS now, which changes what it reports. */
  'domains.askService': command(ofDomain, z.void()),
  /** The checks of a domain, the newest first. */
  'domains.history': command(ofDomain, z.array(pastCheck)),
  /** Checks it again and again until it is verified, and notifies then. */
  'domains.watch': command(z.strictObject({ accountId, name, isOn: z.boolean() }), z.void()),
}
