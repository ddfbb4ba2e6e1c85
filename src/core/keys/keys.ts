import { accountProfile, type Account, type AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ApiKey, KeyList, MadeKey } from '#shared/contract/keys.ts'
import type { CommandInput, CommandOutput, ParsedInput } from '#shared/contract/table.ts'
import { canUse } from '#shared/domain/accounts/abilities/operations.ts'
import { rangeProblem } from '#shared/domain/keys/ip-ranges.ts'
import type { Accounts } from '../accounts/index.ts'
import { readOnlyAccount, type ServiceClient } from '../api/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground } from '../base/room.ts'
import type { Outcomes } from '../outcomes/index.ts'
import { formatsOf, type Settings } from '../settings/index.ts'
import { keyUsage, namedKey, type NamedKey } from './key-usage.ts'
import { MadeKeys } from './made-keys.ts'
import type { Rotations } from './rotations.ts'

type Needs = Pick<Ground, 'ports' | 'events'> & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly outcomes: Outcomes
  readonly settings: Settings
}

type ListedKey = Awaited<ReturnType<ServiceClient['settings']['addApiKey']>>

type KeyUsers = Pick<ApiKey, 'isOwn' | 'otherAccounts'>

/** A creation whose response was lost. */
type LostCreation = Pick<ParsedInput<'keys.create'>, 'accountId' | 'description' | 'replaces'> & {
  /** Ids of the keys that existed before the creation. */
  readonly before: ReadonlySet<string>
  readonly user: string
}

/** The accounts’ API keys. The service’s list includes the keys themselves, which stay here. */
export class Keys {
  readonly made: MadeKeys
  readonly #needs: Needs
  readonly #rotations: Rotations
  /** Keys by account, as last listed, so that key usage can be counted after every sync without calling the service. */
  readonly #named = new Map<string, readonly NamedKey[]>()
  /** Creations whose response was lost, by outcome. */
  readonly #lost = new Map<string, LostCreation>()

  constructor(needs: Needs, rotations: Rotations) {
    this.#needs = needs
    this.#rotations = rotations
    this.made = new MadeKeys(needs.ports)
  }

  async list(accountId: string, signal: AbortSignal): Promise<KeyList> {
    const client = this.#needs.accounts.client(accountId)
    const { items, problems } = await client.settings.apiKeys({ signal })
    this.#named.set(accountId, items.map(namedKey))
    const { abilities } = client.learned()
    const known = new Set(items.map(({ id }) => id))
    return {
      keys: await this.#shownAll(accountId, items),
      unreadable: problems.length,
      // If the old key no longer exists, there is nothing left to watch. It may, however, be one of the unreadable
      // keys.
      rotations: this.#rotations.of(accountId).filter(({ oldId }) => known.has(oldId) || problems.length > 0),
      canChange: canUse(abilities, 'apiKeys.change'),
      canRemove: canUse(abilities, 'apiKeys.remove'),
    }
  }

  async usage(accountId: string, signal: AbortSignal): Promise<CommandOutput<'keys.usage'>> {
    const { accounts, archives } = this.#needs
    if (!accounts.get(accountId).storeHistory) return { usage: {}, rotations: {}, horizon: null }
    if (!this.#named.has(accountId)) await this.list(accountId, signal)
    const watched = { keys: this.#named.get(accountId) ?? [], rotations: this.#rotations.of(accountId) }
    // The page shows the counted messages with a search in the user’s zone.
    const context = { now: accounts.clockOf(accountId).now(), zone: formatsOf(this.#needs, null).timeZone }
    return keyUsage(await archives.of(accountId), watched, { context, signal })
  }

  async create(input: ParsedInput<'keys.create'>, signal: AbortSignal): Promise<MadeKey> {
    const { accountId, id: effectId, description, filter, replaces } = input
    const { accounts } = this.#needs
    const account = accounts.get(accountId)
    if (account.readOnly) throw readOnlyAccount('settings.addApiKey')
    refuseWrongFilter(filter)
    const client = accounts.client(accountId)
    const { items } = await client.settings.apiKeys({ signal })
    const before = new Set(items.map(({ id }) => id))
    if (replaces !== null && !before.has(replaces)) throw keyGone()
    // A key’s own login works with no other key; the account’s name works with every key.
    const isLogin = items.some(({ hash }) => hash === account.user)
    const wanted = { description, ipFilterEnabled: filter.enabled, allowedIps: filter.allowedIps }
    let made: ListedKey
    try {
      made = await client.settings.addApiKey(wanted, { effectId, signal })
    } catch (thrown) {
      if (AppError.from(thrown).code === 'outcome-unknown') {
        const user = isLogin ? '' : account.user
        this.#lost.set(effectId, { accountId, description, replaces, before, user })
      }
      throw thrown
    }
    return this.#show(made, { accountId, replaces, user: isLogin ? made.hash : account.user })
  }

  async difference({ accountId, outcomeId }: CommandInput<'keys.difference'>, signal: AbortSignal) {
    const { before, description } = this.#lostCreation(accountId, outcomeId)
    const { items } = await this.#needs.accounts.client(accountId).settings.apiKeys({ signal })
    const added = items.filter(({ id }) => !before.has(id))
    return { keys: await this.#shownAll(accountId, added), description }
  }

  async takeOver(
    { accountId, outcomeId, keyId }: CommandInput<'keys.takeOver'>,
    signal: AbortSignal,
  ): Promise<MadeKey> {
    const { accounts, outcomes } = this.#needs
    const { before, description, replaces, user } = this.#lostCreation(accountId, outcomeId)
    const client = accounts.client(accountId)
    const { items } = await client.settings.apiKeys({ signal })
    const found = items.find(({ id }) => id === keyId)
    if (!found || before.has(keyId) || found.description !== description) throw keyGone()
    await outcomes.check(outcomeId, accounts.serviceOf(accountId), client, signal)
    outcomes.dismiss(outcomeId)
    this.#lost.delete(outcomeId)
    return this.#show(found, { accountId, replaces, user: user === '' ? found.hash : user })
  }

  async addAccount({ token, name, keep }: ParsedInput<'keys.addAccount'>): Promise<{ accountId: string }> {
    const { accounts } = this.#needs
    const { accountId: like, key, user } = this.made.get(token)
    const profile = { ...profileOf(accounts.get(like)), name, user }
    const { id } = await accounts.create({ profile, key, keep, like })
    this.#emitChange(like)
    return { accountId: id }
  }

  async signIn(token: string): Promise<void> {
    const { accounts } = this.#needs
    const { accountId, key, user } = this.made.get(token)
    const account = accounts.get(accountId)
    const keep = account.keyState === 'this-run' ? 'this-run' : 'keychain'
    await accounts.update(accountId, { profile: { ...profileOf(account), user }, key, keep })
    this.#emitChange(accountId)
  }

  async change({ accountId, keyId, ...change }: ParsedInput<'keys.change'>, signal: AbortSignal): Promise<void> {
    if (change.filter) refuseWrongFilter(change.filter)
    await this.#effect(accountId, () =>
      this.#needs.accounts.client(accountId).apiKeys.change(keyId, change, { signal }),
    )
  }

  async remove({ accountId, keyId }: CommandInput<'keys.remove'>, signal: AbortSignal): Promise<void> {
    const { accounts } = this.#needs
    if (accounts.get(accountId).readOnly) throw readOnlyAccount('apiKeys.remove')
    const client = accounts.client(accountId)
    const found = (await client.settings.apiKeys({ signal })).items.find(({ id }) => id === keyId)
    if (!found) throw keyGone()
    refuseUsed(await this.#usersOf(accountId, found))
    await this.#effect(accountId, () => client.apiKeys.remove(found, { signal }))
    await this.#rotations.removeKey(accountId, keyId)
  }

  async endRotation(accountId: string, id: string): Promise<void> {
    await this.#rotations.end(accountId, id)
    this.#emitChange(accountId)
  }

  async removeAccount(accountId: string): Promise<void> {
    this.made.removeAccount(accountId)
    this.#named.delete(accountId)
    for (const [outcomeId, lost] of this.#lost) if (lost.accountId === accountId) this.#lost.delete(outcomeId)
    await this.#rotations.removeAccount(accountId)
  }

  async #show(
    made: ListedKey,
    { accountId, replaces, user }: Pick<LostCreation, 'accountId' | 'replaces' | 'user'>,
  ): Promise<MadeKey> {
    const { accounts } = this.#needs
    if (replaces !== null) {
      // The time is on the service’s clock, like the times of its messages.
      const startedAt = made.createdAt ?? accounts.clockOf(accountId).now()
      const rotation = { oldId: replaces, newId: made.id, startedAt }
      // The key exists and is returned only once, so it must be shown even if the rotation can’t be watched.
      await this.#rotations.begin(accountId, rotation).catch((thrown: unknown) => this.#warn(accountId, thrown))
    }
    this.#emitChange(accountId)
    const key = await this.#shown(accountId, made)
    if (made.key === '') return { key, secret: null, token: null }
    return { key, secret: made.key, token: this.made.add({ accountId, key: made.key, user }) }
  }

  #warn(account: string, thrown: unknown): void {
    const { code, message } = AppError.from(thrown)
    this.#needs.ports.logger.log('warn', 'A key’s rotation could not be stored.', { account, code, reason: message })
  }

  /** Emits a change even if the effect failed: if only its response was lost, the effect may still have happened. */
  async #effect(accountId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } finally {
      this.#emitChange(accountId)
    }
  }

  #shownAll(accountId: string, keys: readonly ListedKey[]): Promise<ApiKey[]> {
    return Promise.all(keys.map((key) => this.#shown(accountId, key)))
  }

  async #shown(accountId: string, listed: ListedKey): Promise<ApiKey> {
    const { id, description, enabled, ipFilterEnabled, allowedIps, createdAt, updatedAt, key } = listed
    const { isOwn, otherAccounts } = await this.#usersOf(accountId, listed)
    return {
      id,
      description,
      enabled,
      ipFilterEnabled,
      allowedIps: [...allowedIps],
      createdAt,
      updatedAt,
      // If the key is short, four characters would reveal too much of it.
      ending: key.length >= 16 ? key.slice(-4) : '',
      isOwn,
      otherAccounts,
    }
  }

  /**
   * Finds the accounts here that sign in with a key. They are checked one after another, because each may cause the
   * keychain to prompt.
   */
  async #usersOf(accountId: string, { key, hash }: ListedKey): Promise<KeyUsers> {
    const { accounts } = this.#needs
    const service = accounts.serviceOf(accountId)
    const users: KeyUsers = { isOwn: false, otherAccounts: [] }
    for (const { id, name, user } of accounts.list().accounts.filter((one) => accounts.serviceOf(one.id) === service)) {
      // A service may list the logins of keys without the keys. A key’s own login works with no other key.
      const isLogin = hash !== '' && hash === user
      if (!isLogin && (key === '' || !(await accounts.usesKey(id, key)))) continue
      if (id === accountId) users.isOwn = true
      else users.otherAccounts.push(name)
    }
    return users
  }

  #lostCreation(accountId: string, outcomeId: string): LostCreation {
    const lost = this.#lost.get(outcomeId)
    if (lost?.accountId === accountId) return lost
    throw new AppError('not-found', 'Mailroom no longer remembers creating this key. Check the list of keys.')
  }

  #emitChange(accountId: string): void {
    this.#named.delete(accountId)
    this.#needs.events.emit({ name: 'keys.changed', payload: { accountId } })
  }
}

function keyGone(): AppError {
  return new AppError('not-found', 'This key is no longer in the account’s list. Reload the list.')
}

function refuseUsed({ isOwn, otherAccounts: [other] }: KeyUsers): void {
  if (isOwn) {
    throw new AppError(
      'conflict',
      'Mailroom signs in with this key. Give the account another key first, so that Mailroom can still sign in.',
    )
  }
  if (other === undefined) return
  const sentence = `The account “${other}” signs in with this key. Give that account another key first.`
  throw new AppError('conflict', sentence)
}

function refuseWrongFilter({ enabled, allowedIps }: ParsedInput<'keys.create'>['filter']): void {
  const problem = allowedIps.map(rangeProblem).find((sentence) => sentence !== undefined)
  if (problem !== undefined) throw new AppError('invalid-input', problem, { details: { field: 'allowedIps' } })
  if (!enabled || allowedIps.length > 0) return
  const sentence =
    'The filter allows no addresses, so nobody could use the key. Enter an address, or turn off the filter.'
  throw new AppError('invalid-input', sentence, { details: { field: 'allowedIps' } })
}

function profileOf(account: Account): AccountProfile {
  const fields = Object.keys(accountProfile.shape) as (keyof AccountProfile)[]
  return Object.fromEntries(fields.map((field) => [field, account[field]])) as AccountProfile
}
