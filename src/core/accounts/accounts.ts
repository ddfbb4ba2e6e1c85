import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import { hideProxyPassword, type CallLog, type ServiceClient } from '../api/index.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { Outcomes } from '../outcomes/outcomes.ts'
import type { Ports, RunningSandbox } from '../base/ports.ts'
import type { JsonFile } from '../base/json-file.ts'
import { changesProxyPassword, keepOf, newKeyOf, secretForProfile, type AccountChange } from './account-change.ts'
import { openAccountFile, type AccountList, type StoredAccount } from './account-file.ts'
import { AccountKeys, type Keep } from './account-keys.ts'
import { Connections } from './connections.ts'
import { keyPlaceOf } from './key-place.ts'
import { KeyStates } from './key-states.ts'
import { LimitConfirmation } from './limit-confirmation.ts'
import { checkedProfile, freeName, isSameToService, refuseDouble } from './profile-checks.ts'
import { ServiceClients } from './service-clients.ts'

type AccountsOptions = {
  readonly ports: Ports
  readonly events: EventBus
  readonly outcomes: Outcomes
  readonly onBroken: (keptAs: string, reason: string) => void
}

/** The accounts of this user, their keys by reference, and one service client for each. */
export class Accounts {
  readonly #ports: Ports
  readonly #events: EventBus
  readonly #file: JsonFile<AccountList>
  readonly #keys: AccountKeys
  readonly #limits: LimitConfirmation
  readonly #keyStates: KeyStates
  readonly #connections: Connections
  readonly #clients: ServiceClients

  private constructor({ ports, events, outcomes }: AccountsOptions, file: JsonFile<AccountList>) {
    this.#ports = ports
    this.#events = events
    this.#file = file
    this.#keys = new AccountKeys(ports.secrets)
    this.#keyStates = new KeyStates(this.#keys, ports.logger)
    this.#connections = new Connections(() => this.#tell())
    this.#limits = new LimitConfirmation(ports, this.#keys)
    this.#clients = new ServiceClients({
      ports,
      keys: this.#keys,
      stored: (id) => this.#stored(id),
      journal: (id) => outcomes.journalOf(id, this.serviceOf(id)),
      learn: (id, learned) => this.#change(id, (stored) => ({ ...stored, learned })),
      onConnection: (id, connection, connectionProblem) => this.#connections.set(id, { connection, connectionProblem }),
    })
  }

  static async open(options: AccountsOptions): Promise<Accounts> {
    const { ports, onBroken } = options
    const file = await openAccountFile({ folder: ports.paths.data, onBroken, now: ports.clock.now })
    return new Accounts(options, file)
  }

  list(): { accounts: Account[]; currentId: string | null } {
    const { accounts, currentId } = this.#file.value
    return { accounts: accounts.map((stored) => this.#shown(stored)), currentId }
  }

  get(id: string): Account {
    return this.#shown(this.#stored(id))
  }

  client(id: string): ServiceClient {
    return this.#clients.of(id)
  }

  /** Names the service behind an account: the sandbox is the same one on whatever port. */
  serviceOf(id: string): string {
    const { kind, baseUrl } = this.#stored(id)
    return kind === 'sandbox' ? kind : baseUrl
  }

  callLog(id: string): CallLog {
    return this.#clients.callLog(this.#stored(id).id)
  }

  async select(id: string): Promise<void> {
    this.#stored(id)
    await this.#file.set((list) => ({ ...list, currentId: id }))
    this.#tell()
  }

  /** Lists the API keys with the given profile and key: harmless, and every account has the operation. */
  async test(id: string | undefined, change: AccountChange) {
    const { profile } = change
    const before = id === undefined ? null : this.#stored(id)
    const key = newKeyOf(before, change)
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

  /** The key is stored before the account: an account whose key could not be kept never appears. */
  async create(
    profile: AccountProfile,
    key: string,
    keep: Keep,
    kind: StoredAccount['kind'] = 'service',
  ): Promise<Account> {
    const checked = checkedProfile(profile)
    refuseDouble(checked, this.#file.value.accounts)
    const id = randomUUID()
    await this.#keys.set(id, await secretForProfile(this.#keys, { before: null, profile, key }), keep)
    const stored: StoredAccount = {
      ...checked,
      id,
      kind,
      createdAt: this.#ports.clock.now(),
      keyInKeychain: keep === 'keychain',
      learned: {},
    }
    try {
      await this.#file.set((list) => ({ accounts: [...list.accounts, stored], currentId: id }))
    } catch (error) {
      await this.#keys.delete(id).catch(() => undefined)
      throw error
    }
    this.#keyStates.wasSet(id, keep)
    this.#tell()
    return this.get(id)
  }

  /** The account of the running sandbox: made at its first start, pointed at the new port at every later one. */
  async adoptSandbox({ url, credentials }: Pick<RunningSandbox, 'url' | 'credentials'>): Promise<Account> {
    const known = this.#file.value.accounts.find((stored) => stored.kind === 'sandbox')
    const place = { baseUrl: url, user: credentials.user }
    if (!known) {
      const profile = {
        ...accountDefaults,
        ...place,
        name: freeName('Sandbox', this.#file.value.accounts),
        colour: 'violet' as const,
      }
      return this.create(profile, credentials.key, 'this-run', 'sandbox')
    }
    const secret = { key: credentials.key, place: keyPlaceOf({ ...known, ...place }), proxyPassword: null }
    await this.#keys.set(known.id, secret, 'this-run')
    this.#keyStates.wasSet(known.id, 'this-run')
    await this.#change(known.id, (stored) => ({ ...stored, ...place }))
    await this.#reconnect(known.id)
    return this.get(known.id)
  }

  sandboxAccount(): Account | undefined {
    return this.list().accounts.find((account) => account.kind === 'sandbox')
  }

  /** A new key is stored before the profile and taken back if that cannot be written: nothing is half saved. */
  async update(id: string, change: AccountChange): Promise<Account> {
    const { profile, confirmation, sandboxKey } = change
    const before = this.#stored(id)
    const key = newKeyOf(before, change)
    const checked = checkedProfile(profile)
    refuseDouble(
      checked,
      this.#file.value.accounts.filter((other) => other.id !== id),
    )
    if (key === undefined) await this.#keys.refuseOtherPlace(before, profile)
    if (sandboxKey === undefined) await this.#limits.confirm(before, checked, { key, confirmation })
    const isRewritten = key !== undefined || changesProxyPassword(before, profile)
    const secret = isRewritten ? await secretForProfile(this.#keys, { before, profile, key }) : null
    const keep = change.key === undefined ? keepOf(before) : (change.keep ?? 'keychain')
    const takeBack = secret && (await this.#keys.exchange(before, secret, keep))
    let isSameWay = false
    try {
      this.#stored(id)
      await this.#change(id, (stored) => {
        // What was learned belongs to the service behind the old URL.
        const learned = stored.baseUrl === checked.baseUrl ? stored.learned : {}
        isSameWay = !secret && isSameToService(stored, checked)
        return { ...stored, ...checked, learned, keyInKeychain: secret ? keep === 'keychain' : stored.keyInKeychain }
      })
    } catch (error) {
      await takeBack?.().catch(() => undefined)
      throw error
    }
    if (secret) await this.#keyWasSet(id, keep)
    // A new name is no reason to break off what runs: a send would become one of unknown outcome.
    if (isSameWay) this.#tell()
    else await this.#reconnect(id)
    return this.get(id)
  }

  async replaceKey(id: string, key: string, keep: Keep): Promise<Account> {
    const before = this.#stored(id)
    await this.#keys.set(id, await secretForProfile(this.#keys, { before, profile: before, key }), keep)
    await this.#change(id, (stored) => ({ ...stored, keyInKeychain: keep === 'keychain' }))
    await this.#keyWasSet(id, keep)
    await this.#reconnect(id)
    return this.get(id)
  }

  /** The secret goes first: if the keychain refuses, the account stays, and the user can try again. */
  async remove(id: string): Promise<void> {
    const stored = this.#stored(id)
    if (stored.keyInKeychain) await this.#keys.delete(id)
    // The sandbox's key was never in the keychain: no reason for it to ask the user anything.
    else if (stored.kind === 'sandbox') this.#keys.forgetThisRun(id)
    else await this.#keys.deleteIfThere(id)
    await this.#clients.forget(id)
    await this.#file.set((list) => {
      const accounts = list.accounts.filter((other) => other.id !== id)
      return { accounts, currentId: list.currentId === id ? (accounts[0]?.id ?? null) : list.currentId }
    })
    this.#keyStates.forget(id)
    this.#connections.forget(id)
    this.#tell()
  }

  /** One harmless call, for the badge; a failure is an answer here, not an error. */
  async refresh(id: string): Promise<Account> {
    const stored = this.#stored(id)
    await this.#keyStates.read(stored)
    await this.#connections.read(id, () => this.client(id).settings.apiKeys())
    return this.get(id)
  }

  /** Asks the keychain about every account, one after the other: a prompt should appear once, not five times. */
  async readKeyStates(): Promise<void> {
    for (const stored of this.#file.value.accounts) {
      await this.#keyStates.read(stored)
      const proxy = await this.#keyStates.moveOver(stored)
      if (proxy === stored.proxy) continue
      await this.#change(stored.id, (now) => (now.proxy === stored.proxy ? { ...now, proxy } : now))
    }
    this.#tell()
  }

  keychainState(): Promise<KeychainState> {
    return this.#keys.keychainState()
  }

  /** Where everything of one account that is not a secret is kept. */
  folder(id: string): string {
    return join(this.#ports.paths.data, 'accounts', id)
  }

  async close(): Promise<void> {
    await this.#clients.close()
    await this.#file.settled()
  }

  async #keyWasSet(id: string, keep: Keep): Promise<void> {
    this.#keyStates.wasSet(id, keep)
    if (keep === 'this-run') await this.#keys.forgetInKeychain(id)
  }

  #shown({ learned: _learned, keyInKeychain, ...stored }: StoredAccount): Account {
    return {
      ...stored,
      proxy: hideProxyPassword(stored.proxy).shown,
      keyState: this.#keyStates.of(stored.id) ?? (keyInKeychain ? 'stored' : 'missing'),
      ...this.#connections.of(stored.id),
    }
  }

  #stored(id: string): StoredAccount {
    const found = this.#file.value.accounts.find((stored) => stored.id === id)
    if (!found)
      throw new AppError('not-found', 'That account is not in Mailroom any more.', { details: { accountId: id } })
    return found
  }

  /** From what is stored when its turn comes: two changes at once both stay. */
  async #change(id: string, change: (stored: StoredAccount) => StoredAccount): Promise<void> {
    await this.#file.set((list) => ({
      ...list,
      accounts: list.accounts.map((stored) => (stored.id === id ? change(stored) : stored)),
    }))
  }

  async #reconnect(id: string): Promise<void> {
    await this.#clients.disconnect(id)
    this.#connections.forget(id)
    this.#tell()
  }

  #tell(): void {
    this.#events.emit({ name: 'accounts.changed', payload: this.list() })
  }
}
