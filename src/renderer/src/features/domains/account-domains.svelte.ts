import type { DomainCheck, PastCheck } from '#shared/contract/domains.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

/** The domains of an account, as the core has them now. */
export class AccountDomains {
  readonly loader = new Loader(() => this.#app.host.invoke('domains.list', { accountId: this.accountId }))
  readonly accountId: string
  readonly #app: AppState

  constructor(app: AppState, accountId: string) {
    this.#app = app
    this.accountId = accountId
  }

  /** Returns how to stop. */
  follow(): () => void {
    void this.loader.load()
    return this.#app.host.subscribe((event) => {
      if (event.name === 'domains.changed' && event.payload.accountId === this.accountId) void this.loader.load()
    })
  }

  /** Returns the name as DNS has it. */
  async save(input: Omit<CommandInput<'domains.save'>, 'accountId'>): Promise<string> {
    return (await this.#app.host.invoke('domains.save', { accountId: this.accountId, ...input })).name
  }

  watch(name: string, isOn: boolean): Promise<boolean> {
    return this.#app.attempt(() => this.#app.host.invoke('domains.watch', { accountId: this.accountId, name, isOn }))
  }
}

/** What is known of one domain: its newest check, and those before it. */
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
