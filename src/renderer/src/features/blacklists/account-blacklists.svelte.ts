import type { Blacklist } from '#shared/contract/blacklists.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import { AccountList, followAccount } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { wasRead } from './list-count.ts'

/** A list older than this is read again while it is on the screen. */
const staleAfter = 10 * msPerMinute
const usual: ReadonlySet<string> = new Set(blacklistTypes)

export class AccountBlacklists extends AccountList<'blacklists.state'> {
  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'blacklists.state', events: ['blacklists.changed'] })
  }

  /** The lists that every service has, plus others that have been read. */
  get lists(): readonly Blacklist[] {
    const lists = this.loader.value?.lists ?? []
    return lists.filter((list) => usual.has(list.type) || wasRead(list))
  }

  listOf(type: string): Blacklist | undefined {
    return this.lists.find((list) => list.type === type)
  }

  /** Returns a function that stops following. `onchange` is called whenever entries are added or removed. */
  override follow(onchange?: () => void): () => void {
    void this.#begin()
    const timer = setInterval(() => void this.read(staleAfter).catch(() => undefined), staleAfter)
    const stop = followAccount(this.app.host, { accountId: this.accountId, events: ['blacklists.changed'] }, () => {
      this.load()
      onchange?.()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }

  /** Starts reading a list of a type that not every service has. Returns the job id; null if no job was started. */
  async readOther(type: string): Promise<string | null> {
    const given = { accountId: this.accountId, ifOlderThan: null, types: [type] }
    return (await this.app.host.invoke('blacklists.read', given)).jobId
  }

  async read(ifOlderThan: number | null): Promise<void> {
    await this.app.host.invoke('blacklists.read', { accountId: this.accountId, ifOlderThan, types: [] })
    await this.loader.load()
  }

  readonly readNow = (): void => void this.app.attempt(() => this.read(null))

  async #begin(): Promise<void> {
    const { accountId } = this
    await this.app.attempt(() => this.app.host.invoke('blacklists.visit', { accountId }))
    await this.loader.load()
    await this.app.attempt(() => this.read(staleAfter))
  }
}
