import { domainToUnicode } from 'node:url'
import { domainFlags } from '#shared/contract/base/domains/domain-kinds.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { AccountDomain, DomainCheck, PastCheck } from '#shared/contract/domains.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { asciiDomain, lookAlike } from '#shared/domain/domains/base/domain-name.ts'
import { bareName } from '#shared/domain/domains/base/bare-name.ts'
import type { ServiceClient } from '../api/index.ts'
import { closingError } from '../base/closing.ts'
import type { JsonFile } from '../base/json-file.ts'
import { checkDomain } from './check/check-domain.ts'
import type { Servers } from './dns/servers.ts'
import { checksOf, withCheck, type StoredDomains, type Watched } from './domain-file.ts'

type ServiceDomain = Awaited<ReturnType<ServiceClient['extras']['domain']>>
type Client = Pick<ServiceClient, 'extras' | 'settings' | 'learned'>
type ListedDomains = Pick<CommandOutput<'domains.list'>, 'unreadable' | 'isListed' | 'problem'> & {
  readonly domains: readonly ServiceDomain[]
}

type DomainsPorts = {
  readonly client: () => Client
  /** The senders’ domains in the archive, most used first. */
  readonly senders: () => Promise<string[]>
  readonly servers: (name: string, signal: AbortSignal) => Servers
  readonly resolvers: () => string[]
  /** Whether a name never resolves, such as a name below `.example`. False if the user’s own servers may resolve it. */
  readonly neverResolves: (name: string) => boolean
  readonly now: () => number
  readonly onChange: () => void
}

/** Whether the service does not support this operation, or not with this key. */
const isAbsence = (thrown: unknown): boolean =>
  ['not-found', 'not-allowed', 'forbidden'].includes(AppError.from(thrown).code)
const expected = ['not-found', 'not-allowed', 'forbidden']

/** One account’s domains: as reported by the service, as shown by DNS, and with the results of earlier checks. */
export class AccountDomains {
  readonly #ports: DomainsPorts
  readonly #file: JsonFile<StoredDomains>
  readonly #closing = new AbortController()

  constructor(ports: DomainsPorts, file: JsonFile<StoredDomains>) {
    this.#ports = ports
    this.#file = file
  }

  get stored(): StoredDomains {
    return this.#file.value
  }

  async list(signal: AbortSignal): Promise<CommandOutput<'domains.list'>> {
    const [listed, senders] = await Promise.all([this.#listed(signal), this.#ports.senders()])
    const known = new Map(listed.domains.map((domain) => [bareName(domain.sending), this.#ofService(domain)]))
    for (const { name, tracking } of this.stored.added) {
      if (!known.has(name)) known.set(name, this.#described({ name, tracking, origin: 'added' }))
    }
    for (const name of senders) {
      if (!known.has(name)) known.set(name, this.#described({ name, tracking: '', origin: 'sender' }))
    }
    return {
      domains: [...known.values()],
      unreadable: listed.unreadable,
      isListed: listed.isListed,
      problem: listed.problem,
      resolvers: this.#ports.resolvers(),
    }
  }

  async save(input: { sending: string; tracking: string; email: string }, signal: AbortSignal): Promise<string> {
    const sending = asciiDomain(input.sending)
    const tracking = asciiDomain(input.tracking)
    if (sending === null) throw new AppError('invalid-input', 'Enter the domain as a name such as example.com.')
    if (tracking === null) {
      throw new AppError('invalid-input', 'Enter the tracking domain as a name such as track.example.com.')
    }
    const { settings } = this.#ports.client()
    const saved = await settings.addOrUpdateDomain({ sending, tracking, email: input.email.trim() }, { signal })
    const name = bareName(saved.sending)
    const records = saved.records.map(({ type, name: at, value }) => ({ type, name: at, value }))
    await this.#change((domains) => ({
      ...domains,
      added: [...domains.added.filter((other) => other.name !== name), { name, tracking, records }],
    }))
    return name
  }

  async check(typed: string, signal: AbortSignal): Promise<DomainCheck> {
    const { name, check } = await this.#looked(typed, signal)
    // If no server was queried, the check has no result to keep.
    if (check.asked.length > 0) await this.#change((domains) => withCheck(domains, name, check))
    return check
  }

  async askService(typed: string, signal: AbortSignal): Promise<void> {
    await this.#ports.client().extras.testDomain(known(typed), { signal })
    this.#ports.onChange()
  }

  history(typed: string): PastCheck[] {
    return checksOf(this.stored, known(typed))
  }

  async watch(typed: string, isOn: boolean): Promise<void> {
    const name = known(typed)
    const since = this.#ports.now()
    await this.#change((domains) => {
      const others = domains.watched.filter((watched) => watched.name !== name)
      return { ...domains, watched: isOn ? [...others, { name, since, isComplete: false }] : others }
    })
  }

  /** Checks the current state of a watched domain, which is no longer watched once it is verified. */
  async look({ name, since, isComplete }: Watched, signal: AbortSignal): Promise<'waiting' | 'complete' | 'verified'> {
    const { check, flags, hasFailed } = await this.#looked(name, signal)
    const needed = check.records.filter(({ kind, expected: wanted }) => kind !== 'dmarc' && wanted !== null)
    const isInDns = needed.length > 0 && needed.every(({ state }) => state === 'right')
    // If the service reports a verdict, that verdict counts, because the service decides which domains may send.
    const isVerified = flags === null ? isInDns : domainFlags.every((flag) => flags[flag])
    const reached = isVerified ? 'verified' : isInDns && !isComplete ? 'complete' : 'waiting'
    // After a failed call, the service may still consider the domain unverified.
    const found = hasFailed ? 'waiting' : reached
    let state: typeof found = 'waiting'
    await this.#change((domains) => {
      // Watching may have been switched off and on again in the meantime, in which case the check for the new watch
      // reports the result. Two checks of the same watch may overlap, and only the first one reports it.
      const current = domains.watched.find((watched) => watched.name === name && watched.since === since)
      const isReported = current === undefined || (found === 'complete' && current.isComplete)
      state = isReported ? 'waiting' : found
      const kept = domains.watched.filter((watched) => watched !== current || state !== 'verified')
      return {
        ...(check.asked.length > 0 ? withCheck(domains, name, check) : domains),
        watched: kept.map((watched) =>
          watched === current && state === 'complete' ? { ...watched, isComplete: true } : watched,
        ),
      }
    })
    return state
  }

  /** DNS checks still in progress write nothing from now on. */
  close(): Promise<void> {
    this.#closing.abort(closingError())
    return this.#file.settled()
  }

  async #looked(typed: string, caller: AbortSignal) {
    const name = known(typed)
    const signal = AbortSignal.any([caller, this.#closing.signal])
    const [{ service, hasFailed }, senders] = await Promise.all([this.#atService(name, signal), this.#ports.senders()])
    const added = this.stored.added.find((domain) => domain.name === name)
    const servers = this.#ports.servers(name, signal)
    const tracking = bareName(service?.tracking ?? added?.tracking ?? '')
    const domain = { name, tracking, records: service?.records ?? added?.records ?? [], senders }
    const check = await checkDomain(domain, servers, this.#ports.now())
    signal.throwIfAborted()
    return { name, check, flags: service && flagsOf(service), hasFailed }
  }

  /** Null if the service does not have the domain or cannot be queried. DNS is checked either way. */
  async #atService(name: string, signal: AbortSignal): Promise<{ service: ServiceDomain | null; hasFailed: boolean }> {
    const { extras, learned } = this.#ports.client()
    const none = { service: null, hasFailed: false }
    if (learned().abilities?.['GET /settings/domains/{sending}'] === 'no') return none
    try {
      return { service: await extras.domain(name, { signal, expected }), hasFailed: false }
    } catch (thrown) {
      signal.throwIfAborted()
      return { ...none, hasFailed: !isAbsence(thrown) }
    }
  }

  async #listed(signal: AbortSignal): Promise<ListedDomains> {
    const { extras, learned } = this.#ports.client()
    const none = { domains: [], unreadable: 0, isListed: false, problem: '' }
    if (learned().abilities?.['GET /settings/domains'] === 'no') return none
    try {
      const { items, problems } = await extras.domains({ signal, expected })
      return { domains: items, unreadable: problems.length, isListed: true, problem: '' }
    } catch (thrown) {
      signal.throwIfAborted()
      return isAbsence(thrown) ? none : { ...none, problem: AppError.from(thrown).message }
    }
  }

  #ofService(domain: ServiceDomain): AccountDomain {
    const described = this.#described({
      name: bareName(domain.sending),
      tracking: domain.tracking ?? '',
      origin: 'service',
    })
    return { ...described, isDefault: domain.default, flags: flagsOf(domain) }
  }

  #described({ name, tracking, origin }: Pick<AccountDomain, 'name' | 'tracking' | 'origin'>): AccountDomain {
    const unicode = domainToUnicode(name) || name
    return {
      name,
      unicode,
      lookAlike: lookAlike(unicode),
      tracking,
      origin,
      isDefault: false,
      flags: null,
      isReserved: this.#ports.neverResolves(name),
      watchedSince: this.stored.watched.find((watched) => watched.name === name)?.since ?? null,
      lastCheck: checksOf(this.stored, name)[0] ?? null,
    }
  }

  async #change(change: (domains: StoredDomains) => StoredDomains): Promise<void> {
    this.#closing.signal.throwIfAborted()
    await this.#file.set(change)
    this.#ports.onChange()
  }
}

function known(typed: string): string {
  const name = asciiDomain(typed)
  if (name === null) throw new AppError('invalid-input', 'Enter the domain as a name such as example.com.')
  return name
}

function flagsOf(domain: ServiceDomain): NonNullable<AccountDomain['flags']> {
  const { verifiedDkim, verifiedSpf, verifiedTracking, verifiedMx, verifiedA, verifiedDomain } = domain
  return { verifiedDkim, verifiedSpf, verifiedTracking, verifiedMx, verifiedA, verifiedDomain }
}
