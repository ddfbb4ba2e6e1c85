import { english, plural } from '#shared/domain/base/plural.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import { wideningOf, type Widening } from '#shared/domain/accounts/limits.ts'
import type { Host } from '../../lib/host/host.ts'
import { colours } from './account-colours.ts'

type Keep = 'keychain' | 'this-run'
const ownFields = [
  'name',
  'baseUrl',
  'user',
  'key',
  'keyPrefix',
  'recipientAllowList',
  'proxy',
  'extraCa',
  'confirmation',
] as const
type Field = (typeof ownFields)[number] | 'userHeader' | 'keyHeader'

type Around = {
  /** Existing accounts, whose colours a new account avoids. */
  readonly others: readonly Account[]
  /** Whether the host itself asks for confirmation before a limit is lifted. If not, the user types the key again. */
  readonly hostConfirms: boolean
}

const newProfile: AccountProfile = { ...accountDefaults, name: '', baseUrl: '', user: '' }

/** An account being edited. Nothing is saved until a test succeeds or the user chooses to save without one. */
export class AccountDraft {
  readonly id: string | null
  readonly profile: AccountProfile
  key = $state('')
  /** The stored key, typed again to lift a limit. */
  confirmation = $state('')
  /** What to do with the history on this disk when the account stops keeping one. */
  archive = $state<'keep' | 'delete'>('keep')
  /** The size of the history on this disk in bytes; null if it is not known yet, or if there is no history. */
  historyBytes = $state<number | null>(null)
  #chosenKeep = $state<Keep | null>(null)

  errors = $state<Partial<Record<Field, string>>>({})
  /** The URL that the user probably meant; null if there is nothing to correct. */
  corrected = $state<string | null>(null)
  plainHttp = $state(false)
  busy = $state<'testing' | 'saving' | null>(null)
  tested = $state<string | null>(null)
  failure = $state.raw<AppError | null>(null)
  keychain = $state.raw<{ state: KeychainState; sentence: string } | null>(null)
  readonly #host: Host
  readonly #before: Account | null
  readonly #hostConfirms: boolean
  /** Whether the host has asked for a confirmation that the form did not expect. */
  #mustConfirm = $state(false)
  /** Whether the key disappeared while the form was open. */
  #isKeyGone = $state(false)

  constructor(host: Host, account: Account | null, { others, hostConfirms }: Around) {
    this.#host = host
    this.#before = account
    this.#hostConfirms = hostConfirms
    this.id = account?.id ?? null
    const free = colours.find((colour) => others.every((other) => other.colour !== colour))
    const profile = $state(profileOf(account ?? { ...newProfile, colour: free ?? newProfile.colour }))
    this.profile = profile
  }

  get isNew(): boolean {
    return this.id === null
  }

  get isShared(): boolean {
    return this.#before?.teamServer != null
  }

  get hasKey(): boolean {
    return this.#before !== null && this.#before.keyState !== 'missing' && !this.#isKeyGone
  }

  /**
   * Whether the form requires a key: for a new account, for a changed server or route, or to confirm a lifted limit
   * when no key is stored.
   */
  get needsKey(): boolean {
    if (this.isNew || this.movesKey) return true
    return !this.hasKey && !this.#hostConfirms && this.widening !== null
  }

  /**
   * Whether saving would change the account’s server, or the route to it, so that the stored key must not be used. The
   * host decides; the form only warns early.
   */
  get movesKey(): boolean {
    const before = this.#before
    if (before === null) return false
    const isSameOrigin = originOf(this.profile.baseUrl) === originOf(before.baseUrl)
    // A sandbox that the host runs needs no key from the user, because the host knows it.
    if (isSameOrigin && before.kind === 'sandbox') return false
    const isSameProxy = withoutUser(this.profile.proxy) === withoutUser(before.proxy)
    return !isSameOrigin || !isSameProxy || this.profile.extraCa.trim() !== before.extraCa.trim()
  }

  get widening(): Widening | null {
    return this.#before && wideningOf(this.#before, this.profile)
  }

  /**
   * Whether the stored key must be typed again. A new key is sufficient proof, and a sandbox needs none unless the host
   * asks.
   */
  get needsConfirmation(): boolean {
    if (this.#hostConfirms || !this.hasKey || this.key || this.widening === null) return false
    return this.#mustConfirm || this.#before?.kind !== 'sandbox'
  }

  /**
   * By default, the key is kept where it was, or else in the keychain. If the keychain is unavailable, a new key is
   * kept for this session only.
   */
  get keep(): Keep {
    if (this.#chosenKeep) return this.#chosenKeep
    if (this.#before?.keyState === 'this-run') return 'this-run'
    const isAvailable = !this.keychain || this.keychain.state === 'available'
    return isAvailable || (this.hasKey && !this.key) ? 'keychain' : 'this-run'
  }

  set keep(keep: Keep) {
    this.#chosenKeep = keep
  }

  async readKeychain(): Promise<void> {
    this.keychain = await this.#host.invoke('keychain.state')
  }

  async readHistory(): Promise<void> {
    if (this.id === null) return
    this.historyBytes = (await this.#host.invoke('accounts.historyOnDisk', { id: this.id })).bytes
  }

  /** Checks the URL while the user is still in the form, before anything is sent to it. */
  async checkBaseUrl(): Promise<void> {
    if (!this.profile.baseUrl.trim()) return
    const { baseUrl } = this.profile
    const { problem, corrected, plainHttp } = await this.#host.invoke('accounts.checkBaseUrl', { baseUrl })
    // The user kept typing; a later check handles the new text.
    if (baseUrl !== this.profile.baseUrl) return
    this.errors = { ...this.errors, baseUrl: problem ?? undefined }
    this.corrected = corrected
    this.plainHttp = plainHttp
  }

  async useCorrected(): Promise<void> {
    if (this.corrected) this.profile.baseUrl = this.corrected
    await this.checkBaseUrl()
  }

  async test(): Promise<boolean> {
    return this.#work('testing', async () => {
      const { apiKeys, milliseconds } = await this.#host.invoke('accounts.test', {
        ...(this.id && { id: this.id }),
        profile: this.#trimmed(),
        ...(this.key && { key: this.key }),
      })
      this.tested = `The service responded in ${milliseconds} ms and listed ${plural(english, apiKeys, 'API key')}.`
    })
  }

  /** A new account is tested first, unless `untested` is set because the service could not confirm the account. */
  async save({ untested = false } = {}): Promise<boolean> {
    if (this.isNew && !untested && !(await this.test())) return false
    return this.#work('saving', async () => {
      const profile = this.#trimmed()
      if (this.id === null) {
        await this.#host.invoke('accounts.create', { profile, key: this.key, keep: this.keep })
      } else {
        const secret = this.key ? { key: this.key, keep: this.keep } : {}
        const proof = this.needsConfirmation ? { confirmation: this.confirmation } : {}
        const { id, archive } = this
        const saved = await this.#host.invoke('accounts.update', { id, profile, archive, ...secret, ...proof })
        this.profile.proxy = saved.proxy
      }
      // The page may stay open for days and no longer needs the key.
      this.key = ''
      this.confirmation = ''
    })
  }

  async #work(kind: 'testing' | 'saving', work: () => Promise<void>): Promise<boolean> {
    this.tested = null
    this.failure = null
    this.errors = this.#missing(kind)
    if (Object.keys(this.errors).length > 0) return false
    this.busy = kind
    try {
      await work()
      return true
    } catch (thrown) {
      this.#show(AppError.from(thrown))
      return false
    } finally {
      this.busy = null
    }
  }

  #missing(kind: 'testing' | 'saving'): Partial<Record<Field, string>> {
    const isUnconfirmed = kind === 'saving' && this.needsConfirmation && !this.confirmation.trim()
    return {
      ...(!this.profile.name.trim() && { name: 'Give the account a name, such as Shop production.' }),
      ...(!this.profile.baseUrl.trim() && { baseUrl: 'Enter the service’s base URL, which ends with /v1.' }),
      ...(!this.profile.user.trim() && { user: 'Enter the user (the SMTP username).' }),
      ...(this.needsKey && !this.hasKey && !this.key.trim() && { key: 'Enter the key (the SMTP key or an API key).' }),
      ...(isUnconfirmed && { confirmation: 'Enter this account’s key to confirm.' }),
    }
  }

  /** Shows an error next to the field it names, so that the user doesn’t have to look for it. */
  #show(error: AppError): void {
    const issues = error.details['issues'] as { field: string; problem: string }[] | undefined
    const path = String(error.details['field'] ?? issues?.[0]?.field ?? '').replace(/^profile\./, '')
    const header = { 'headerNames.user': 'userHeader', 'headerNames.key': 'keyHeader' }[path]
    const field = header ?? path.split('.')[0] ?? ''
    const isOurs = header || (ownFields as readonly string[]).includes(field)
    if (isOurs) this.errors = { [field]: issues?.[0]?.problem ?? error.message }
    else this.failure = error
    if (error.code === 'plain-http') this.plainHttp = true
    if (error.code === 'key-missing') this.#isKeyGone = true
    if (error.code === 'confirmation-needed') this.#mustConfirm = true
    if (typeof error.details['corrected'] === 'string') this.corrected = error.details['corrected']
  }

  #trimmed(): AccountProfile {
    const profile = $state.snapshot(this.profile)
    const { user, key } = profile.headerNames
    return {
      ...profile,
      name: profile.name.trim(),
      baseUrl: profile.baseUrl.trim(),
      user: profile.user.trim(),
      headerNames: { user: user.trim(), key: key.trim() },
      keyPrefix: profile.keyPrefix.trim(),
      proxy: profile.proxy.trim(),
      extraCa: profile.extraCa.trim(),
    }
  }
}

function profileOf(account: AccountProfile): AccountProfile {
  const fields = Object.keys(newProfile) as (keyof AccountProfile)[]
  return structuredClone(Object.fromEntries(fields.map((field) => [field, account[field]]))) as AccountProfile
}

function originOf(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : url.trim()
}

/** Removes the username, because the same proxy with a different user is still the same route. */
function withoutUser(proxy: string): string {
  const text = proxy.trim()
  const end = text.indexOf('://')
  const scheme = end < 0 ? 'http://' : text.slice(0, end + 3)
  const rest = end < 0 ? text : text.slice(end + 3)
  return text && `${scheme}${rest.slice(rest.lastIndexOf('@') + 1)}`.toLowerCase()
}
