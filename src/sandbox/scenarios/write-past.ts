import { substitute, substitutionValues } from '#shared/domain/drafts/substitution.ts'
import type { Random } from '../base/random.ts'
import type { Store } from '../store/index.ts'
import { Sends } from '../store/messages/sends.ts'
import { BulkWriter } from './bulk-writer.ts'
import { mailingList, PastBlacklists } from './past-blacklists.ts'
import { drawCustomers, type Customer } from './people.ts'
import { planLife } from './plan-life.ts'
import type { Kind } from './shop.ts'
import { traffic, type Occasion, type Volume } from './traffic.ts'

const recipientsPerMailing = 1000

/** Fills the store with everything that the shop sent before `anchor`. Steps after `anchor` remain planned. */
export function writePast(store: Store, random: Random, { anchor, volume }: { anchor: number; volume: Volume }): void {
  const customers = drawCustomers(random, volume.customers)
  const writer = new PastWriter(store, random, { anchor, customers })
  for (const day of traffic(random, { anchor, volume, customers })) for (const occasion of day) writer.write(occasion)
  writer.finish()
}

class PastWriter {
  readonly #store: Store
  readonly #random: Random
  readonly #customers: readonly Customer[]
  readonly #sends: Sends
  readonly #writer: BulkWriter
  readonly #blacklists: PastBlacklists
  readonly #numbers = new Map<Kind, { content: number; stream: number }>()
  #mailingSend = { id: 0, left: 0, week: -1 }

  constructor(store: Store, random: Random, past: { anchor: number; customers: readonly Customer[] }) {
    this.#store = store
    this.#random = random
    this.#customers = past.customers
    this.#sends = new Sends(store.database, store.interner)
    this.#writer = new BulkWriter(store, past.anchor)
    this.#blacklists = new PastBlacklists(past.anchor)
  }

  write(occasion: Occasion): void {
    const { at, kind, odds } = occasion
    const random = this.#random
    const isMailing = occasion.mailing !== null
    let { customer } = occasion
    let blocked = this.#blacklists.blocking(customer.email, isMailing, at)
    // A shop removes most blocked addresses itself, but never all of them.
    if (blocked && !isMailing && !occasion.steps && random.chance(0.8)) {
      customer = random.pick(this.#customers)
      blocked = this.#blacklists.blocking(customer.email, isMailing, at)
    }
    const values = kind.values(random, customer)
    const { reader, fetchedBy } = customer
    const life = blocked ? [] : occasion.steps
    const steps = life ?? planLife(random, at, { odds, reader, fetchedBy, links: kind.links })
    this.#blacklists.learn(customer.email, isMailing, steps)
    this.#writer.add({
      createdDate: at,
      stream: this.#numbersOf(kind).stream,
      domain: this.#store.interner.domain(customer.domain),
      send: this.#sendOf(occasion),
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

  finish(): void {
    this.#blacklists.write(this.#store)
    this.#writer.finish()
  }

  #numbersOf(kind: Kind): { content: number; stream: number } {
    let found = this.#numbers.get(kind)
    if (!found) {
      found = {
        content: this.#sends.content(kind.content),
        stream: this.#store.interner.stream(kind.content.from.address, kind.key, kind.tags),
      }
      this.#numbers.set(kind, found)
    }
    return found
  }

  #sendOf({ at, kind, mailing: week }: Occasion): number {
    const { content, stream } = this.#numbersOf(kind)
    if (week === null) return this.#sends.add({ createdDate: at, stream, list: null, content })
    const current = this.#mailingSend
    if (current.week !== week || current.left === 0) {
      const id = this.#sends.add({ createdDate: at, stream, list: mailingList, content })
      this.#mailingSend = { id, left: recipientsPerMailing, week }
    }
    this.#mailingSend.left--
    return this.#mailingSend.id
  }
}
