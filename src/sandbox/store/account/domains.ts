import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Account, Domain, DomainFlag, Domains } from '../index.ts'

const parse = (row: Record<string, unknown> | undefined): Domain | null =>
  row ? (JSON.parse(String(row['body'])) as Domain) : null

/** Drawn from the name, so that the same domain has the same id and the same key record in every run. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const unverified: Record<DomainFlag, boolean> = {
  verifiedDkim: false,
  verifiedSpf: false,
  verifiedMx: false,
  verifiedA: false,
  verifiedTracking: false,
  verifiedDomain: false,
}

export function createDomains(database: Database, account: () => Account | null): Domains {
  const write = (domain: Domain): Domain => {
    database
      .sql('INSERT INTO domains (sending, body) VALUES (?, ?) ON CONFLICT (sending) DO UPDATE SET body = excluded.body')
      .run(domain.sending.toLowerCase(), JSON.stringify(domain))
    return domain
  }
  const get = (sending: string) =>
    parse(database.sql('SELECT body FROM domains WHERE sending = ?').get(sending.toLowerCase()))
  const list = () =>
    database
      .sql('SELECT body FROM domains ORDER BY rowid')
      .all()
      .map((row) => parse(row)!)

  return {
    list,
    get,
    put({ sending, tracking, email }, now) {
      const known = get(sending)
      if (known) {
        const verifiedTracking = known.verifiedTracking && known.tracking === tracking
        return write({ ...known, tracking, email, verifiedTracking, updatedAt: now })
      }
      return write({
        id: digest(`domain ${sending.toLowerCase()}`).toString('hex', 0, 12),
        accountId: account()?.id ?? '',
        sending,
        tracking,
        email,
        createdAt: now,
        updatedAt: now,
        ...unverified,
        default: list().length === 0,
      })
    },
    verify(sending, flags, now) {
      const domain = get(sending)
      return domain && write({ ...domain, ...flags, updatedAt: now })
    },
    setDefault: (sending, now) =>
      database.transaction(() => {
        const domain = get(sending)
        if (!domain) return null
        for (const other of list()) if (other.default) write({ ...other, default: false, updatedAt: now })
        return write({ ...domain, default: true, updatedAt: now })
      }),
    records(domain) {
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
    },
  }
}
