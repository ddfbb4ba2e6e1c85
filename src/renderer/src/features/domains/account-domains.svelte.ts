import { SvelteMap } from 'svelte/reactivity'
import type { DomainCheck, PastCheck } from '#shared/contract/domains.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

export class AccountDomains extends AccountList<'domains.list'> {
  /** The positions that the user has set the switches to. Each is kept until a loaded list confirms it. */
  readonly #turned = new SvelteMap<string, boolean>()
  #turning: Promise<unknown> = Promise.resolve()

  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'domains.list', events: ['domains.changed'] })
  }

  /** Returns the domain name in DNS form. */
  async save(input: Omit<CommandInput<'domains.save'>, 'accountId'>): Promise<string> {
    return (await this.app.host.invoke('domains.save', { accountId: this.accountId, ...input })).name
  }

  isWatched(name: string): boolean {
    const domain = this.loader.value?.domains.find((other) => other.name === name)
    return this.#turned.get(name) ?? (domain?.watchedSince ?? null) !== null
  }

  /**
   * Turns the watch on or off. A list requested before this call does not flip the switch back, and two calls reach the
   * core in order.
   */
  watch(name: string, isOn: boolean): Promise<void> {
    const { host } = this.app
    this.#turned.set(name, isOn)
    const turn = this.#turning.then(async () => {
      await this.app.attempt(() => host.invoke('domains.watch', { accountId: this.accountId, name, isOn }))
      // If a change is announced while the list loads, the list is already out of date.
      do await this.loader.load()
      while (this.loader.busy)
      if (this.#turning === turn) this.#turned.clear()
    })
    this.#turning = turn
    return turn
  }
}

export class CheckedDomain {
  readonly check: Loader<DomainCheck>
  readonly history: Loader<PastCheck[]>
  asking = $state(false)
  readonly #app: AppState
  readonly #of: { accountId: string; name: string }

  constructor(app: AppState, of: { accountId: string; name: string }) {
    this.#app = app
    this.#of = of
    this.check = new Loader(() => app.host.invoke('domains.check', of))
    this.history = new Loader(() => app.host.invoke('domains.history', of))
  }

  async load(): Promise<void> {
    await this.check.load()
    await this.history.load()
  }

  async askService(): Promise<void> {
    this.asking = true
    const isDone = await this.#app.attempt(() => this.#app.host.invoke('domains.askService', this.#of))
    this.asking = false
    if (isDone) this.#app.toasts.ok('The service checked the domain.')
  }
}
