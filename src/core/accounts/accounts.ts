import { randomUUID } from 'node:crypto'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile, LastCalls, WithoutKeychain } from '#shared/contract/accounts.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import type { CallLog, EffectJournal, ServiceClient } from '../api/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import { KeptByRooms } from '../base/keeps.ts'
import type { Clock, Ports } from '../base/ports.ts'
import type { Ground } from '../base/room.ts'
import { changesProxyPassword, keepOf, keysAfter, newKeyOf, secretForProfile } from './account-change.ts'
import type { AccountChange, NewAccount } from './account-change.ts'
import { openAccountFile, readStoredAccount, type StoredAccount } from './account-file.ts'
import { AccountKeys, type Keep } from './account-keys.ts'
import { AccountStore } from './account-store.ts'
import { Connections } from './connections.ts'
import { keyPlaceOf } from './key-place.ts'
import { KeyStates } from './key-states.ts'
import { KnownSandbox, type SandboxPlace } from './known-sandbox.ts'
import { LimitConfirmation } from './limit-confirmation.ts'
import { checkedProfile, freeName, isSameToService, refuseDuplicate } from './profile-checks.ts'
import { RemovedAccounts } from './removed-accounts.ts'
import { ServiceClients } from './service-clients.ts'
import { accountFolder, serviceOf, shownAccount } from './stored-accounts.ts'
import { TeamServers } from './team-servers.ts'

/** This user’s accounts, references to their keys, and one service client for each. */
export class Accounts {
  /** The data that each room keeps about each account. */
  readonly kept = new KeptByRooms()
  readonly removed: RemovedAccounts
  readonly teamServers: TeamServers
  readonly sandbox = new KnownSandbox()
  readonly #ports: Ports
  readonly #events: EventBus
  readonly #store: AccountStore
  readonly #keys: AccountKeys
  readonly #limits: LimitConfirmation
  readonly #keyStates: KeyStates
  readonly #connections: Connections
  readonly #clients: ServiceClients
  #journalOf: ((accountId: string, service: string) => EffectJournal) | null = null

  private constructor({ ports, events }: Ground, store: AccountStore) {
    this.#ports = ports
    this.#events = events
    this.#store = store
    this.removed = new RemovedAccounts(ports, store, () => this.#emitChange())
    this.teamServers = new TeamServers(store, () => this.#emitChange())
    this.#keys = new AccountKeys(ports.secrets)
    this.#keyStates = new KeyStates(this.#keys, ports.logger)
    this.#connections = new Connections(() => this.#emitChange())
    this.#limits = new LimitConfirmation(ports, this.#keys)
    this.#clients = new ServiceClients({
      ports,
      secret: (account) => this.sandbox.ready(account).then(() => this.#keys.get(account)),
      stored: (id) => store.get(id),
      journal: (id) => this.#journal(id),
      learn: (id, learned) => store.change(id, (stored) => ({ ...stored, learned })),
      onConnection: (id, connection, connectionProblem) => this.#connections.set(id, { connection, connectionProblem }),
    })
  }

  static async open(ground: Ground): Promise<Accounts> {
    return new Accounts(ground, new AccountStore(await openAccountFile(ground)))
  }

  /** Sets where every client’s effects are noted. No client is created before that, so every effect is noted. */
  useJournal(journalOf: (accountId: string, service: string) => EffectJournal): void {
    this.#journalOf = journalOf
  }

  list(): { accounts: Account[]; currentId: string | null } {
    const { accounts, currentId } = this.#store
    return { accounts: accounts.map((stored) => this.#shown(stored)), currentId }
  }

  get(id: string): Account {
    return this.#shown(this.#store.get(id))
  }

  client(id: string): ServiceClient {
    return this.#clients.of(id)
  }

  /** Names the service behind an account. The sandbox is the same service on any port. */
  serviceOf(id: string): string {
    return serviceOf(this.#store.get(id))
  }

  /** An account’s clock. The sandbox’s may be ahead of ours, and “the last 7 days” are days by its clock. */
  clockOf(id: string): Clock {
    const { clock } = this.#ports
    return this.#store.get(id).kind === 'sandbox' ? this.sandbox.clock(clock) : clock
  }

  callLog(id: string): CallLog {
    return this.#clients.callLog(this.#store.get(id).id)
  }

  lastCalls(id: string): LastCalls {
    return this.#clients.lastCalls(this.#store.get(id).id)
  }

  async select(id: string): Promise<void> {
    this.#store.get(id)
    await this.#store.select(id)
    this.#emitChange()
  }

  /** Tries the profile and the key with a call that changes nothing and that every account supports: the list of API keys. */
  async test(id: string | undefined, change: AccountChange) {
    const { profile } = change
    const before = id === undefined ? null : this.#store.get(id)
    const key = newKeyOf(before, change, before === null ? undefined : this.sandbox.keyFor(before, profile))
    const checked = checkedProfile(profile)
    const client = this.#clients.once(checked, await secretForProfile(this.#keys, { before, profile, key }))
    const startedAt = performance.now()
    try {
      const apiKeys = await client.settings.apiKeys()
      return { apiKeys: apiKeys.items.length, milliseconds: Math.round(performance.now() - startedAt) }
    } finally {
      await client.close()
    }
  }

  /** The key is stored before the account, so that an account whose key could not be kept never appears. */
  async create({ profile, key, keep, kind = 'service', like, stays = false }: NewAccount): Promise<Account> {
    const checked = checkedProfile(profile)
    refuseDuplicate(checked, this.#store.accounts)
    const before = like === undefined ? null : this.#store.get(like)
    const id = randomUUID()
    const secret = await secretForProfile(this.#keys, { before, profile, key })
    await this.#store.mayBeAdded(id, keep)
    await this.#keys.set(id, secret, keep)
    const createdAt = this.#ports.clock.now()
    const stored = readStoredAccount({ ...checked, id, kind, createdAt, ...keysAfter(null, keep) })
    try {
      await this.#store.add(stored, stays || kind === 'sandbox' || like !== undefined)
    } catch (error) {
      await this.#keys.remove(id, keep).catch(() => undefined)
      throw error
    }
    this.#keyStates.wasSet(id, keep)
    this.#emitChange()
    return this.get(id)
  }

  /** Creates the running sandbox’s account at its first start; later gives it the sandbox’s current port and names. */
  async adoptSandbox(running: SandboxPlace & ServiceNames): Promise<Account> {
    const { url, credentials, headerNames, prefix: keyPrefix } = running
    const known = this.#store.accounts.find((stored) => stored.kind === 'sandbox')
    const place = { baseUrl: url, user: credentials.user, headerNames, keyPrefix }
    this.sandbox.running = running
    if (!known) {
      const name = freeName('Sandbox', this.#store.accounts)
      const profile: AccountProfile = { ...accountDefaults, ...place, name, colour: 'violet' }
      return this.create({ profile, key: credentials.key, keep: 'this-run', kind: 'sandbox' })
    }
    const secret = { key: credentials.key, place: keyPlaceOf({ ...known, ...place }), proxyPassword: null }
    await this.#keys.set(known.id, secret, 'this-run')
    this.#keyStates.wasSet(known.id, 'this-run')
    await this.#store.change(known.id, (stored) => ({ ...stored, ...place }))
    // If the sandbox’s address and names haven’t changed, calls that waited for this start may continue.
    if (isSameToService(known, { ...known, ...place })) this.#isNew(known.id)
    else await this.#reconnect(known.id)
    return this.get(known.id)
  }

  sandboxAccount(): Account | undefined {
    return this.list().accounts.find((account) => account.kind === 'sandbox')
  }

  /** A new key is stored before the profile, and rolled back if writing the profile fails: both change, or neither. */
  async update(id: string, change: AccountChange): Promise<Account> {
    const { profile, confirmation } = change
    const before = this.#store.get(id)
    const sandboxKey = this.sandbox.keyFor(before, profile)
    const key = newKeyOf(before, change, sandboxKey)
    const checked = checkedProfile(profile)
    refuseDuplicate(checked, this.#store.others(id))
    if (key === undefined) await this.#keys.refuseOtherPlace(before, profile)
    if (sandboxKey === undefined) await this.#limits.confirm(before, checked, { key, confirmation })
    const isRewritten = key !== undefined || changesProxyPassword(before, profile)
    const secret = isRewritten ? await secretForProfile(this.#keys, { before, profile, key }) : null
    const keep = change.key === undefined ? keepOf(before) : (change.keep ?? 'keychain')
    if (secret) await this.#store.mayHaveKey(id, keep)
    const takeBack = secret && (await this.#keys.exchange(before, secret, keep))
    let isSameClient = false
    try {
      this.#store.get(id)
      await this.#store.change(id, (stored) => {
        // Learned facts belong to the service at the old URL, so a new URL drops them.
        const learned = stored.baseUrl === checked.baseUrl ? stored.learned : {}
        isSameClient = !secret && isSameToService(stored, checked)
        return { ...stored, ...checked, learned, ...(secret && keysAfter(stored, keep)) }
      })
    } catch (error) {
      await (secret && !this.#store.has(id) ? this.#keys.remove(id, keep) : takeBack?.())?.catch(() => undefined)
      throw error
    }
    if (secret) await this.#keyWasSet(id, keep)
    // If only the name has changed, running calls are not aborted, because a send’s outcome would become unknown.
    if (isSameClient) this.#emitChange()
    else await this.#reconnect(id)
    return this.get(id)
  }

  async replaceKey(id: string, key: string, keep: Keep): Promise<Account> {
    const before = this.#store.get(id)
    await this.#store.mayHaveKey(id, keep)
    await this.#keys.set(id, await secretForProfile(this.#keys, { before, profile: before, key }), keep)
    if (!this.#store.has(id)) await this.#keys.remove(id, keep).catch(() => undefined)
    await this.#store.change(id, (stored) => ({ ...stored, ...keysAfter(stored, keep) }))
    await this.#keyWasSet(id, keep)
    await this.#reconnect(id)
    return this.get(id)
  }

  /** The secret is removed first: if the keychain refuses, the account stays and the user can try again. */
  async remove(id: string, withoutKeychain?: WithoutKeychain): Promise<{ keyStays: boolean }> {
    const removed = this.#store.get(id)
    const keyStays = await this.#keys.removeOf(removed, withoutKeychain)
    await this.#clients.remove(id)
    await this.removed.note(removed, keyStays)
    await this.#store.remove(id)
    this.#keyStates.remove(id)
    this.#connections.remove(id)
    this.#emitChange()
    return { keyStays }
  }

  /** Updates the connection state with a harmless call, and the key’s state. A failed call isn’t an error. */
  async refresh(id: string): Promise<Account> {
    await this.#keyStates.read(this.#store.get(id))
    await this.#connections.read(id, () => this.client(id).settings.apiKeys())
    return this.get(id)
  }

  /** Queries the keychain for one account at a time, so that it prompts once. Also tidies up after earlier runs. */
  async readKeyStates(): Promise<void> {
    for (const stored of this.#store.accounts) {
      await this.#keyStates.read(stored)
      const proxy = await this.#keyStates.moveOver(stored)
      if (proxy === stored.proxy) continue
      await this.#store.change(stored.id, (now) => (now.proxy === stored.proxy ? { ...now, proxy } : now))
    }
    this.#emitChange()
    await this.#store.tidyKeys((id) => this.#keys.removeReplaced(id))
  }

  lendKey = (id: string, key: string): Promise<() => void> => this.#keys.lend(this.#store.get(id), key)

  /** Whether an account signs in with this key. The stored key itself is not returned. */
  async usesKey(id: string, key: string): Promise<boolean> {
    const stored = this.#store.has(id) ? await this.#keys.get(this.#store.get(id)).catch(() => null) : null
    return stored?.key === key
  }

  timesKeyWasSet = (id: string): number => this.#keyStates.timesSet(id)
  keychainState = (): Promise<KeychainState> => this.#keys.keychainState()

  /** The folder with all of an account’s data that is not secret. */
  folder = (id: string): string => accountFolder(this.#ports.paths.data, id)

  disconnectAll = (): Promise<void> => this.#clients.close()
  settled = (): Promise<void> => this.#store.settled()

  #journal(id: string): EffectJournal {
    if (this.#journalOf === null) throw new Error('accounts have no journal of effects')
    return this.#journalOf(id, this.serviceOf(id))
  }

  async #keyWasSet(id: string, keep: Keep): Promise<void> {
    this.#keyStates.wasSet(id, keep)
    if (!this.#store.get(id).replacedKeyStays || !(await this.#keys.removeReplaced(id))) return
    // If the disk is full, the only cost is one more keychain access when the account is removed.
    await this.#store.change(id, (stored) => ({ ...stored, replacedKeyStays: false })).catch(() => undefined)
  }

  #shown(stored: StoredAccount): Account {
    const keyState = this.#keyStates.of(stored.id) ?? (stored.keyInKeychain ? 'stored' : 'missing')
    return shownAccount(stored, { keyState, ...this.#connections.of(stored.id) })
  }

  async #reconnect(id: string): Promise<void> {
    await this.#clients.disconnect(id)
    this.#isNew(id)
  }

  #isNew(id: string): void {
    this.#connections.remove(id)
    this.#emitChange()
  }

  #emitChange(): void {
    this.#events.emit({ name: 'accounts.changed', payload: this.list() })
  }
}
