import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToUnicode } from 'node:url'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { asciiDomain, isReservedDomain } from '#shared/domain/domains/base/domain-name.ts'
import type { ServiceClient } from '../api/index.ts'
import type { Notices } from '../app/index.ts'
import type { ArchivePort } from '../archive/index.ts'
import { closingError } from '../base/closing.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Clock, Ports } from '../base/ports.ts'
import type { FileGround } from '../base/room.ts'
import type { Notes } from '../notes/index.ts'
import { AccountDomains } from './account-domains.ts'
import { chosenResolvers, Servers, type DnsChoice } from './dns/servers.ts'
import { domainFile, openDomainFile, type Watched } from './domain-file.ts'

type KnownAccount = Pick<Account, 'id' | 'name' | 'kind' | 'storeHistory'>

type DomainsOptions = FileGround & {
  readonly ports: FileGround['ports'] & Pick<Ports, 'notifier' | 'capabilities'>
  readonly accounts: {
    get(id: string): KnownAccount
    list(): { readonly accounts: readonly KnownAccount[] }
    clockOf(id: string): Pick<Clock, 'now'>
    client(id: string): Pick<ServiceClient, 'extras' | 'settings' | 'learned'>
    readonly sandbox: { readonly running: { readonly dns: string } | null }
  }
  readonly archives: { of(id: string): Promise<Pick<ArchivePort, 'values'>> }
  readonly notes: Pick<Notes, 'record'>
  readonly notices: Pick<Notices, 'add'>
  readonly dns: () => DnsChoice
  readonly patience: number
}

const watchEvery = 10 * msPerMinute
const mostSenders = 50

/** The domains of all accounts. Watched domains are checked every ten minutes until they are verified. */
export class Domains {
  readonly #options: DomainsOptions
  readonly #books: PerAccount<AccountDomains>
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #next: { cancel(): void } | null = null

  constructor(options: DomainsOptions) {
    this.#options = options
    this.#books = new PerAccount((accountId) => this.#open(accountId))
  }

  start(): void {
    this.#run(() => this.#lookAtAll())
    this.#next = this.#options.ports.clock.after(watchEvery, () => this.start())
  }

  /** Throws if no account has this id, because the id becomes a file name. */
  async of(accountId: string): Promise<AccountDomains> {
    return this.#books.of(this.#options.accounts.get(accountId).id)
  }

  /** Called when a domain has been added to the watched domains, because the user is waiting for the first check. */
  look(accountId: string): void {
    this.#run(() => this.#lookAt(accountId))
  }

  async remove(accountId: string): Promise<void> {
    await this.#books.close(accountId)
    await rm(join(this.#options.ports.paths.data, domainFile(accountId)), { force: true })
  }

  /** Resolves when all work already started has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async closeAll(): Promise<void> {
    this.#next?.cancel()
    this.#closing.abort(closingError())
    await this.settled()
    await this.#books.closeAll((account, error) => this.#warn(account, error))
  }

  async #lookAtAll(): Promise<void> {
    for (const { id } of this.#options.accounts.list().accounts) await this.#lookAt(id)
  }

  async #lookAt(accountId: string): Promise<void> {
    try {
      const domains = await this.of(accountId)
      for (const watched of domains.stored.watched) {
        if (this.#closing.signal.aborted) return
        await this.#lookAtOne(accountId, watched, domains)
      }
    } catch (thrown) {
      this.#warn(accountId, thrown)
    }
  }

  async #lookAtOne(accountId: string, watched: Watched, domains: AccountDomains): Promise<void> {
    const { accounts, notes } = this.#options
    const state = await domains.look(watched, this.#closing.signal)
    if (state === 'waiting') return
    const { name } = watched
    const shown = domainToUnicode(name) || name
    const { name: account } = accounts.get(accountId)
    if (state === 'complete') {
      this.#notify(accountId, `${account}: ${shown}`, 'All records are in DNS. Ask the service to check the domain.')
      return
    }
    const now = accounts.clockOf(accountId).now()
    const link = `#/domains/${encodeURIComponent(name)}`
    notes.record(accountId, {
      id: `domain-${name}-${watched.since}`,
      kind: 'domain-verified',
      moment: now,
      text: `${shown} is verified`,
      link,
    })
    this.#notify(accountId, `${account}: ${shown}`, 'The domain is verified.')
  }

  #notify(accountId: string, title: string, body: string): void {
    const { notifier, capabilities } = this.#options.ports
    notifier.notify({ title, body, accountId, view: 'domains' })
    // If the host shows no notifications, the message is shown in the window.
    if (!capabilities.notify) this.#options.notices.add(`domain-${title}`, `${title}. ${body}`)
  }

  #run(work: () => Promise<void>): void {
    const running = work()
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async #open(accountId: string): Promise<AccountDomains> {
    const { accounts, dns, patience, events } = this.#options
    const ports = {
      client: () => accounts.client(accountId),
      senders: () => this.#senders(accountId),
      servers: (name: string, signal: AbortSignal) => {
        const choice = this.#choiceFor(accountId, name)
        const resolvers = neverResolves(name, choice) ? [] : chosenResolvers(choice)
        return new Servers(resolvers, { timeout: patience, signal })
      },
      neverResolves: (name: string) => neverResolves(name, this.#choiceFor(accountId, name)),
      resolvers: () => chosenResolvers(dns()).map(({ address }) => address),
      now: () => this.#options.ports.clock.now(),
      onChange: () => events.emit({ name: 'domains.changed', payload: { accountId } }),
    }
    return new AccountDomains(ports, await openDomainFile(this.#options, accountId))
  }

  /** The sandbox itself serves its domains’ records; no other server has these names. */
  #choiceFor(accountId: string, name: string): DnsChoice {
    const { accounts, dns } = this.#options
    const { running } = accounts.sandbox
    if (running === null || !isReservedDomain(name) || accounts.get(accountId).kind !== 'sandbox') return dns()
    return { servers: [running.dns], publicResolvers: false }
  }

  async #senders(accountId: string): Promise<string[]> {
    const { accounts, archives } = this.#options
    if (!accounts.get(accountId).storeHistory) return []
    const found = await (await archives.of(accountId)).values({ field: 'from', prefix: '', limit: mostSenders })
    const domains = found.map(({ value }) => asciiDomain(value.slice(value.lastIndexOf('@') + 1)))
    return [...new Set(domains.filter((domain) => domain !== null))]
  }

  #warn(account: string, thrown: unknown): void {
    const { code } = AppError.from(thrown)
    // This isn’t a failure: the account was removed, or the app is closing.
    if (code === 'cancelled') return
    this.#options.ports.logger.log('warn', 'An account’s watched domains could not be checked.', { account, code })
  }
}

/** Whether a name never exists in public DNS. Querying it would only reveal that the user is trying it out. */
function neverResolves(name: string, { servers }: DnsChoice): boolean {
  return isReservedDomain(name) && servers.length === 0
}
