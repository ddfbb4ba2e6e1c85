import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { folderBytes } from '../base/folders.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Jobs } from '../jobs/index.ts'
import { AccountBlacklists, blacklistFolder, typesOf, type AccountBlacklistNeeds } from './account-blacklists.ts'
import type { Entry } from './store/entry-table.ts'
import type { FoundEntries } from './store/methods.ts'

export type BlacklistNeeds = AccountBlacklistNeeds & { readonly jobs: Jobs }

type State = CommandOutput<'blacklists.state'>

/** Visits closer together than this count as one: a reload isn’t a new visit. */
const visitsApart = 30 * msPerMinute

export class Blacklists {
  readonly #needs: BlacklistNeeds
  readonly #accounts = new PerAccount<AccountBlacklists>((id) => AccountBlacklists.open(id, this.#needs))

  constructor(needs: BlacklistNeeds) {
    this.#needs = needs
  }

  /** Throws if no account has this id, because the id becomes a folder name. */
  async of(accountId: string): Promise<AccountBlacklists> {
    return this.#accounts.of(this.#needs.accounts.get(accountId).id)
  }

  async state(accountId: string): Promise<State> {
    const opened = await this.of(accountId)
    const known = await opened.store.call('lists')
    const { visitedAt } = opened
    const types = typesOf(
      known.map(({ type }) => type),
      opened.problemTypes,
    )
    const lists = types.map(async (type): Promise<State['lists'][number]> => {
      const found = known.find((list) => list.type === type) ?? unread(type)
      const [news] = visitedAt === null ? [null] : await opened.store.call('newerThan', type, [visitedAt / 1000])
      const problem = opened.problemOf(type)
      return {
        ...found,
        names: [...found.names],
        reasons: [...found.reasons],
        news: news ?? null,
        problem: problem && { ...problem.toJSON(), details: {} },
      }
    })
    return { lists: await Promise.all(lists), isReading: opened.isReading, visitedAt, ...this.#refusals(accountId) }
  }

  async visit(accountId: string): Promise<void> {
    const now = this.#needs.accounts.clockOf(accountId).now()
    await (await this.of(accountId)).visit(now, visitsApart)
  }

  /** The first read, and any read requested by the user, runs as a job. Repeated reads of a list run silently. */
  async read(
    accountId: string,
    { ifOlderThan, types }: { ifOlderThan: number | null; types: readonly string[] },
  ): Promise<{ jobId: string | null }> {
    const opened = await this.of(accountId)
    if (opened.isReading && types.length === 0) return { jobId: null }
    const known = await opened.store.call('lists')
    const now = this.#needs.accounts.clockOf(accountId).now()
    const wanted =
      types.length > 0
        ? types
        : typesOf(
            known.map(({ type }) => type),
            [],
          )
    const old = wanted.filter((type) => {
      const readAt = known.find((list) => list.type === type)?.readAt ?? null
      return ifOlderThan === null || readAt === null || Math.abs(now - readAt) > ifOlderThan
    })
    if (old.length === 0) return { jobId: null }
    const isFirst = old.some((type) => known.find((list) => list.type === type)?.isWhole !== true)
    if (ifOlderThan === null || isFirst) return { jobId: this.#startJob(opened, old) }
    void opened
      .read(old, new AbortController().signal, () => undefined)
      .catch((error: unknown) => {
        this.#needs.ports.logger.log('warn', 'The blacklists could not be refreshed.', { reason: String(error) })
      })
    return { jobId: null }
  }

  /** An address’s entries in the copy of a list; none if nothing has been read. */
  async find(accountId: string, type: string, email: string): Promise<FoundEntries> {
    return (await this.of(accountId)).store.call('find', type, email)
  }

  /** Which of these addresses are on an account-wide list or on this custom list. None if no list has been read. */
  async listedAmong(
    accountId: string,
    addresses: readonly string[],
    wanted: { list: string; most: number },
  ): Promise<readonly (Entry & { type: string })[]> {
    if (!existsSync(this.#folderOf(accountId))) return []
    return (await this.of(accountId)).store.call('listedAmong', addresses, wanted)
  }

  /** The names of the custom lists in the copies; null if no list has been read. */
  async customLists(accountId: string): Promise<readonly string[] | null> {
    if (!existsSync(this.#folderOf(accountId))) return null
    const known = await (await this.of(accountId)).store.call('lists')
    const isRead = known.some(({ readAt }) => readAt !== null)
    return isRead ? known.flatMap(({ names }) => names.map(({ name }) => name)).filter((name) => name !== '') : null
  }

  refuseChange(accountId: string, change: 'cannotAdd' | 'cannotRemove'): void {
    const reason = this.#refusals(accountId)[change]
    if (reason === null) return
    const { readOnly } = this.#needs.accounts.get(accountId)
    throw new AppError(readOnly ? 'read-only-account' : 'not-offered', reason)
  }

  async eraseRecipient(accountId: string, email: string): Promise<void> {
    if (existsSync(this.#folderOf(accountId))) await (await this.of(accountId)).erase(email)
  }

  /** Drops the copies of the lists of a service that was reset. */
  async startOver(accountId: string): Promise<void> {
    if (existsSync(this.#folderOf(accountId))) await (await this.of(accountId)).startOver()
  }

  bytesOf(accountId: string): Promise<number> {
    return folderBytes(this.#folderOf(accountId))
  }

  async remove(accountId: string): Promise<void> {
    await this.#accounts.close(accountId)
    await rm(this.#folderOf(accountId), { recursive: true, force: true })
  }

  async closeAll(): Promise<void> {
    await this.#accounts.closeAll((account, error) => {
      const reason = String(error)
      this.#needs.ports.logger.log('error', 'An account’s blacklists were not closed.', { account, reason })
    })
  }

  #folderOf(accountId: string): string {
    return join(this.#needs.ports.paths.data, blacklistFolder(accountId))
  }

  #refusals(accountId: string): Pick<State, 'cannotAdd' | 'cannotRemove'> {
    const { readOnly, name } = this.#needs.accounts.get(accountId)
    const reason = `${name} is read-only in Mailroom. To add or remove addresses, turn off read-only in the account’s settings.`
    if (readOnly) return { cannotAdd: reason, cannotRemove: reason }
    const { abilities = {} } = this.#needs.accounts.client(accountId).learned()
    const refusal = (ability: string, what: string): string | null =>
      abilities[ability] === 'no' ? `${name}’s service doesn’t let you ${what}.` : null
    return {
      cannotAdd: refusal('POST /blacklists', 'add an address to a blacklist'),
      cannotRemove: refusal('DELETE /blacklists/{type}/{email}', 'remove an address from a blacklist'),
    }
  }

  #startJob(opened: AccountBlacklists, types: readonly string[]): string {
    const { accountId } = opened
    return this.#needs.jobs.start({
      kind: 'blacklists',
      replacesEnded: true,
      title: `Refresh the blacklists of ${this.#needs.accounts.get(accountId).name}`,
      accountId,
      work: async ({ signal, progress }) => {
        await opened.read(types, signal, progress)
        return null
      },
    })
  }
}

function unread(type: string) {
  return { type, count: 0, total: null, leftOut: 0, isWhole: false, readAt: null, names: [], reasons: [] }
}
