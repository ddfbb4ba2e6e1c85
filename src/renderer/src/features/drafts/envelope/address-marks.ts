import type { Mailbox } from '#shared/contract/base/draft.ts'
import {
  addressKey,
  addressProblem,
  duplicateProblem,
  isAllowed,
  notAllowedProblem,
  type AddressProblem,
} from '#shared/domain/drafts/addresses/address-problem.ts'
import { NearDomains } from '#shared/domain/drafts/addresses/near-domain.ts'

type Known = {
  /** Recipient domains in the archive, most frequent first. */
  readonly domains: readonly string[]
  readonly allowList: readonly string[]
}

/** Finds problems with recipient addresses. Entries are immutable, so each is checked only once. */
export class AddressMarks {
  readonly #near: NearDomains
  readonly #allowed: ReadonlySet<string>
  readonly #alone = new WeakMap<Mailbox, AddressProblem | null>()

  constructor({ domains, allowList }: Known) {
    this.#near = new NearDomains(domains)
    this.#allowed = new Set(allowList.map((entry) => entry.trim().toLowerCase()))
  }

  /** One item per entry, in the same order; null for an entry without a problem. */
  of(entries: readonly Mailbox[]): (AddressProblem | null)[] {
    const seen = new Set<string>()
    return entries.map((entry) => this.#mark(entry, seen))
  }

  #mark(entry: Mailbox, seen: Set<string>): AddressProblem | null {
    const key = addressKey(entry.address)
    const isKnown = seen.has(key)
    seen.add(key)
    const known = this.#alone.get(entry)
    const alone = known === undefined ? this.#look(entry) : known
    if (alone !== null && alone.kind !== 'typo') return alone
    if (isKnown) return duplicateProblem(entry.address)
    return isAllowed(entry.address, this.#allowed) ? alone : notAllowedProblem(entry.address)
  }

  #look(entry: Mailbox): AddressProblem | null {
    const problem = addressProblem(entry, this.#near)
    this.#alone.set(entry, problem)
    return problem
  }
}
