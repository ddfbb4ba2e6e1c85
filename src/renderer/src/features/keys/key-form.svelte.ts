import { AppError } from '#shared/contract/base/error.ts'
import type { ApiKey, MadeKey } from '#shared/contract/keys.ts'
import { rangeProblem, withoutHostBits } from '#shared/domain/keys/ip-ranges.ts'
import type { Host } from '../../lib/host/host.ts'

export type KeyWork =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly key: ApiKey }
  /** Creates a key that will replace `key`. */
  | { readonly kind: 'rotate'; readonly key: ApiKey }

export class KeyForm {
  readonly work: KeyWork
  description = $state('')
  isFiltered = $state(false)
  allowedIps = $state<string[]>([])
  busy = $state(false)
  descriptionProblem = $state<string>()
  /** Problems are shown only after an attempt to save; before that, an empty list is merely unfinished. */
  #isTried = $state(false)
  readonly filterProblem: string | undefined = $derived.by(() => {
    const wrong = this.allowedIps.map(rangeProblem).find((problem) => problem !== undefined)
    if (wrong !== undefined || !this.#isTried || !this.isFiltered || this.allowedIps.length > 0) return wrong
    return 'Enter an address or turn the filter off. Without an address, the key can’t be used.'
  })
  failure = $state.raw<AppError>()
  /** Entries with bits set after the prefix, and the networks they actually denote. */
  readonly networks: readonly { written: string; meant: string }[] = $derived.by(() =>
    this.allowedIps.flatMap((written) => {
      const meant = withoutHostBits(written)
      return meant === null ? [] : [{ written, meant }]
    }),
  )
  /** Identifies the outcome of creating the key. Replaced after each attempt that is known to have failed. */
  #id = crypto.randomUUID()
  readonly #host: Host
  readonly #accountId: string

  constructor(work: KeyWork, { host, accountId }: { host: Host; accountId: string }) {
    this.work = work
    this.#host = host
    this.#accountId = accountId
    if (work.kind === 'new') return
    const { description, ipFilterEnabled, allowedIps } = work.key
    this.description = work.kind === 'edit' ? description : nextName(description)
    this.isFiltered = ipFilterEnabled
    this.allowedIps = [...allowedIps]
  }

  get isNew(): boolean {
    return this.work.kind !== 'edit'
  }

  /** Set while it is unknown whether the key was created. */
  get outcomeId(): string | null {
    return this.isNew && this.failure?.code === 'outcome-unknown' ? this.#id : null
  }

  add(address: string): void {
    this.isFiltered = true
    if (!this.allowedIps.includes(address)) this.allowedIps = [...this.allowedIps, address]
  }

  useNetworks(): void {
    const meant = this.allowedIps.map((written) => withoutHostBits(written) ?? written)
    this.allowedIps = meant.filter((one, place) => meant.indexOf(one) === place)
  }

  /**
   * Returns null if the form is incomplete or the key was refused; the form shows the reason. After an edit, `made` is
   * null because there is no key to show.
   */
  async save(): Promise<{ made: MadeKey | null } | null> {
    if (!this.#isComplete()) return null
    this.busy = true
    this.failure = undefined
    try {
      return { made: await this.#send() }
    } catch (thrown) {
      this.failure = AppError.from(thrown)
      if (this.failure.code !== 'outcome-unknown') this.#id = crypto.randomUUID()
      return null
    } finally {
      this.busy = false
    }
  }

  /** Called once the list has shown that the key was not created. */
  startOver(): void {
    this.failure = undefined
    this.#id = crypto.randomUUID()
  }

  async #send(): Promise<MadeKey | null> {
    const { work } = this
    const accountId = this.#accountId
    const description = this.description.trim()
    const filter = { enabled: this.isFiltered, allowedIps: $state.snapshot(this.allowedIps) }
    if (work.kind !== 'edit') {
      const replaces = work.kind === 'rotate' ? work.key.id : null
      return this.#host.invoke('keys.create', { accountId, id: this.#id, description, filter, replaces })
    }
    const { key } = work
    const isSameFilter = key.ipFilterEnabled === filter.enabled && key.allowedIps.join() === filter.allowedIps.join()
    if (description === key.description && isSameFilter) return null
    const changed = {
      ...(description !== key.description && { description }),
      ...(!isSameFilter && { filter }),
    }
    await this.#host.invoke('keys.change', { accountId, keyId: key.id, ...changed })
    return null
  }

  #isComplete(): boolean {
    this.descriptionProblem =
      this.description.trim() === '' ? 'Describe what the key is for, such as Shop checkout.' : undefined
    this.#isTried = true
    return this.descriptionProblem === undefined && this.filterProblem === undefined
  }
}

/** "Shop" becomes "Shop 2", and "Shop 2" becomes "Shop 3". */
export function nextName(description: string): string {
  const end = /^(.*\D) (\d{1,6})$/s.exec(description)
  return end ? `${end[1]} ${Number(end[2]) + 1}` : `${description.trim()} 2`
}
