import { domainToASCII } from 'node:url'
import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { domainFlagsAs, type Account, type Domain, type DomainFlag, type DomainRecord } from '../types/account-types.ts'
import { Documents } from './documents.ts'

/** Ids and keys are derived from the domain’s name, so that they are the same in every run. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

type DomainInput = Pick<Domain, 'sending' | 'tracking' | 'email' | 'dkim2048'>

export class Domains extends Documents<Domain> {
  readonly #database: Database
  readonly #account: () => Account | null

  constructor(database: Database, account: () => Account | null) {
    super(database, 'domains', { sending: ({ sending }) => sending.toLowerCase() })
    this.#database = database
    this.#account = account
  }

  override get(sending: string): Domain | null {
    return super.get(sending.toLowerCase()) ?? this.#spelledOtherwise(sending)
  }

  /** A name with letters other than ASCII also has a spelling in ASCII, and each spelling finds the other. */
  #spelledOtherwise(sending: string): Domain | null {
    if (!/[^\p{ASCII}]|xn--/iu.test(sending)) return null
    const ascii = domainToASCII(sending)
    return this.list().find((domain) => domainToASCII(domain.sending) === ascii) ?? null
  }

  /**
   * Adds the domain, or changes its tracking domain, address and key length. A changed tracking domain or key becomes
   * unverified again.
   */
  put({ sending, tracking, email, dkim2048 }: DomainInput, now: number): Domain {
    const existing = this.get(sending)
    if (existing) {
      const verifiedTracking = existing.verifiedTracking && existing.tracking === tracking
      const verifiedDkim = existing.verifiedDkim && (dkim2048 ?? existing.dkim2048) === existing.dkim2048
      const changed = { ...existing, tracking, email, verifiedDkim, verifiedTracking, updatedAt: now }
      return this.write(dkim2048 === undefined ? changed : { ...changed, dkim2048 })
    }
    return this.write({
      id: digest(`domain ${sending.toLowerCase()}`).toString('hex', 0, 12),
      accountId: this.#account()?.id ?? '',
      sending,
      tracking,
      email,
      createdAt: now,
      updatedAt: now,
      ...domainFlagsAs(false),
      default: this.list().length === 0,
      ...(dkim2048 !== undefined && { dkim2048 }),
    })
  }

  /** If it was the default domain, the oldest remaining one becomes the default. */
  removeOne(sending: string, now: number): boolean {
    return this.#database.transaction(() => {
      const domain = this.get(sending)
      if (domain === null) return false
      this.remove(domain.sending.toLowerCase())
      const first = this.list()[0]
      if (domain.default && first !== undefined) this.write({ ...first, default: true, updatedAt: now })
      return true
    })
  }

  verify(sending: string, flags: Partial<Record<DomainFlag, boolean>>, now: number): Domain | null {
    const domain = this.get(sending)
    return domain && this.write({ ...domain, ...flags, updatedAt: now })
  }

  setDefault(sending: string, now: number): Domain | null {
    return this.#database.transaction(() => {
      const domain = this.get(sending)
      if (!domain) return null
      for (const other of this.list()) if (other.default) this.write({ ...other, default: false, updatedAt: now })
      return this.write({ ...domain, default: true, updatedAt: now })
    })
  }
}

/** Returns the DNS records that a valid domain needs, and whether each of them was found. */
export function domainRecords(domain: Domain): DomainRecord[] {
  const { sending, tracking, verifiedDkim, verifiedSpf, verifiedMx, verifiedA, verifiedTracking } = domain
  const { name, value } = dkimOf(domain)
  return [
    { type: 'TXT', name: `${name}.${sending}`, value, verified: verifiedDkim },
    { type: 'TXT', name: sending, value: spfRecord, verified: verifiedSpf },
    { type: 'MX', name: sending, value: '10 mx.mailroom.example', verified: verifiedMx },
    { type: 'A', name: sending, value: '192.0.2.25', verified: verifiedA },
    { type: 'CNAME', name: tracking, value: trackingHost, verified: verifiedTracking },
  ]
}

/** Returns a domain’s DKIM record. `name` is the part of the record’s name that precedes the domain. */
export function dkimOf({ sending, dkim2048 = false }: Pick<Domain, 'sending' | 'dkim2048'>) {
  const parts = Array.from({ length: dkim2048 ? 8 : 4 }, (_, part) => digest(`dkim ${part} ${sending}`))
  return {
    name: dkim2048 ? 'mta2048._domainkey' : 'mta._domainkey',
    value: `v=DKIM1; k=rsa; p=${Buffer.concat(parts).toString('base64')}`,
  }
}

export const spfRecord = 'v=spf1 include:spf.mailroom.example ~all'
export const trackingHost = 'track.mailroom.example'
