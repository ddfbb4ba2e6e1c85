import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { domainFlagsAs, type Account, type Domain, type DomainFlag, type DomainRecord } from '../types/account-types.ts'
import { Documents } from './documents.ts'

/** Derived from the name, so that the same domain has the same id and the same key record in every run. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export class Domains extends Documents<Domain> {
  readonly #database: Database
  readonly #account: () => Account | null

  constructor(database: Database, account: () => Account | null) {
    super(database, 'domains', { sending: ({ sending }) => sending.toLowerCase() })
    this.#database = database
    this.#account = account
  }

  override get(sending: string): Domain | null {
    return super.get(sending.toLowerCase())
  }

  /** Adds the domain, or changes its tracking domain and address. A changed tracking domain becomes unverified again. */
  put({ sending, tracking, email }: Pick<Domain, 'sending' | 'tracking' | 'email'>, now: number): Domain {
    const existing = this.get(sending)
    if (existing) {
      const verifiedTracking = existing.verifiedTracking && existing.tracking === tracking
      return this.write({ ...existing, tracking, email, verifiedTracking, updatedAt: now })
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

/** The DNS records that make the domain valid, each with its current flag. */
export function domainRecords(domain: Domain): DomainRecord[] {
  const { sending, tracking, verifiedDkim, verifiedSpf, verifiedMx, verifiedA, verifiedTracking } = domain
  const publicKey = Buffer.concat([0, 1, 2, 3].map((part) => digest(`dkim ${part} ${sending}`))).toString('base64')
  return [
    {
      type: 'TXT',
      name: `mail._domainkey.${sending}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
      verified: verifiedDkim,
    },
    { type: 'TXT', name: sending, value: 'v=spf1 include:spf.mailroom.example ~all', verified: verifiedSpf },
    { type: 'MX', name: sending, value: '10 mx.mailroom.example', verified: verifiedMx },
    { type: 'A', name: sending, value: '192.0.2.25', verified: verifiedA },
    { type: 'CNAME', name: tracking, value: 'track.mailroom.example', verified: verifiedTracking },
  ]
}
