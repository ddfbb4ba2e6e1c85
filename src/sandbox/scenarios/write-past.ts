import { substitute, substitutionValues } from '#shared/domain/compose/substitution.ts'
import { createSends } from '../store/messages/sends.ts'
import { blacklistTypes, type BlacklistType, type PlannedStep, type Store } from '../store/index.ts'
import { createBulkWriter } from './bulk-writer.ts'
import { planLife } from './plan-life.ts'
import { drawCustomers } from './people.ts'
import type { Random } from '../base/random.ts'
import type { Kind } from './shop.ts'
import { traffic, type Occasion, type Volume } from './traffic.ts'

/** The custom list of the shop's mailings: who leaves it still gets invoices. */
const mailingList = 'newsletter'
const recipientsPerMailing = 1000

/** Who is not written to any more, by address, as the store would have it. */
function createBlocks(store: Store) {
  type Entry = { date: number; reason: string; list: string | null }
  const lists = new Map<BlacklistType, Map<string, Entry>>(blacklistTypes.map((type) => [type, new Map()]))
  return {
    blocking(email: string, isMailing: boolean, at: number): BlacklistType | null {
      for (const [type, entries] of lists) {
        const entry = entries.get(email)
        if (entry && entry.date <= at && (type === 'bounces' || isMailing === (entry.list !== null))) return type
      }
      return null
    },
    learn(email: string, isMailing: boolean, steps: readonly PlannedStep[], until: number): void {
      const add = (type: BlacklistType, date: number, reason: string) => {
        const list = isMailing && type !== 'bounces' ? mailingList : null
        const entries = lists.get(type)!
        if (date < until && !entries.has(email)) entries.set(email, { date, reason, list })
      }
      for (const { type, due, reason } of steps) {
        if (type === 'hardbounced') add('bounces', due, reason ?? 'hard bounce')
        if (type === 'complaint') add('complaints', due, reason ?? 'complaint')
        if (type === 'unsubscribed') add('unsubscribers', due, reason ?? 'unsubscribe link')
      }
    },
    write(): void {
      for (const [type, entries] of lists) {
        for (const [email, entry] of entries) store.blacklists.add(type, { ...entry, email })
      }
    },
  }
}

/** Fills the store with what the shop sent until `anchor`. What would happen later stays planned. */
export function writePast(store: Store, random: Random, anchor: number, volume: Volume): void {
  const { database, intern } = store
  const sends = createSends(database, intern)
  const writer = createBulkWriter(store, anchor)
  const blocks = createBlocks(store)
  const contents = new Map<Kind, { content: number; stream: number }>()
  const customers = drawCustomers(random, volume.customers)

  function stored(kind: Kind) {
    let found = contents.get(kind)
    if (!found) {
      found = {
        content: sends.content(kind.content),
        stream: intern.stream(kind.content.from.address, kind.key, kind.tags),
      }
      contents.set(kind, found)
    }
    return found
  }

  let mailingSend = { id: 0, left: 0, week: -1 }
  function sendOf({ at, kind, mailing: week }: Occasion): number {
    const { content, stream } = stored(kind)
    if (week === null) return sends.add(at, stream, null, content)
    if (mailingSend.week !== week || mailingSend.left === 0) {
      mailingSend = { id: sends.add(at, stream, mailingList, content), left: recipientsPerMailing, week }
    }
    mailingSend.left--
    return mailingSend.id
  }

  function write(occasion: Occasion): void {
    const { at, kind, odds } = occasion
    const isMailing = occasion.mailing !== null
    let { customer } = occasion
    let blocked = blocks.blocking(customer.email, isMailing, at)
    // A shop takes most blocked addresses out by itself; some are always missed.
    if (blocked && !isMailing && random.chance(0.8)) {
      customer = random.pick(customers)
      blocked = blocks.blocking(customer.email, isMailing, at)
    }
    const values = kind.values(random, customer)
    const steps = blocked ? [] : planLife(random, at, { odds, reader: customer.reader, links: kind.links })
    blocks.learn(customer.email, isMailing, steps, anchor)
    writer.add({
      createdDate: at,
      stream: stored(kind).stream,
      domain: intern.domain(customer.domain),
      send: sendOf(occasion),
      size: kind.size + random.between(0, 900),
      email: customer.email,
      subject: substitute(kind.content.subject, substitutionValues(values), 'text'),
      name: customer.name,
      meta: kind.meta(values, customer),
      values,
      state: blocked ? 'rejected' : 'requested',
      reason: blocked && `blacklisted: ${blocked}`,
      steps,
    })
  }

  for (const day of traffic(random, anchor, volume, customers)) day.forEach(write)
  blocks.write()
  writer.finish()
}
