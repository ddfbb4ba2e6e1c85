import type { ApiKey, KeyUsage } from '#shared/contract/keys.ts'
import { AccountList } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

export type KeyRow = {
  readonly key: ApiKey
  /** Undefined if usage has not been counted yet, or if the archive contains nothing to count. */
  readonly usage: KeyUsage | undefined
}

/** The API keys of an account as listed by its service, with their usage according to the archive. */
export class AccountKeys extends AccountList<'keys.list'> {
  readonly usage = new Loader(() => this.app.host.invoke('keys.usage', { accountId: this.accountId }))
  /** Undefined until a sync has read something into the archive, because zero usage would mean nothing before that. */
  readonly known = $derived.by(() => {
    const usage = this.usage.value
    return usage?.horizon?.completeUntil == null ? undefined : usage
  })
  readonly rows: readonly KeyRow[] = $derived(
    (this.loader.value?.keys ?? []).map((key) => ({ key, usage: this.known?.usage[key.id] })),
  )

  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'keys.list', events: ['keys.changed', 'archive.changed'] })
  }

  override changed(name: string): void {
    if (name === 'keys.changed') this.load()
    else void this.usage.load()
  }

  /** Loads the list first, because usage is counted for the keys in the latest list. */
  override load = (): void => {
    void this.loader.load().then(() => this.usage.load())
  }

  remove(key: ApiKey): Promise<void> {
    return this.app.host.invoke('keys.remove', { accountId: this.accountId, keyId: key.id })
  }

  endRotation(id: string): Promise<boolean> {
    return this.app.attempt(() => this.app.host.invoke('keys.endRotation', { accountId: this.accountId, id }))
  }
}
