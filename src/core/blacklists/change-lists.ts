import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistChange } from '#shared/contract/blacklists.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { AccountBlacklists } from './account-blacklists.ts'
import type { Blacklists, BlacklistNeeds } from './blacklists.ts'

type Outcome = Pick<BlacklistChange, 'outcome' | 'text'>
type Context = { readonly blacklists: Blacklists; readonly needs: BlacklistNeeds }

const callsAtOnce = 4
/** After this many addresses, the removed entries also disappear from the screen. */
const shownEvery = 100

export async function addAddress(
  { accountId, type, email, reason, list }: ParsedInput<'blacklists.add'>,
  { blacklists, needs }: Context,
  signal: AbortSignal,
): Promise<void> {
  blacklists.refuseChange(accountId, 'cannotAdd')
  const opened = await blacklists.of(accountId)
  const { accounts } = needs
  const isErased = opened.watchErasures()
  const record = async (outcome: Outcome): Promise<void> => {
    if (!isErased(email)) await opened.record({ action: 'added', type, email, ...outcome })
  }
  const wanted = { type, email, reason: reason || undefined, list: list || undefined }
  try {
    await accounts.client(accountId).extras.addBlacklisted(wanted, { signal })
  } catch (thrown) {
    await record(outcomeOf(AppError.from(thrown)))
    throw thrown
  }
  await record({ outcome: 'done', text: '' })
  if (isErased(email)) return
  const date = Math.floor(accounts.clockOf(accountId).now() / 1000)
  await opened.store.call('put', type, { email, date, reason, list })
  opened.emitChange()
}

/** Returns the job’s id. Refusals are thrown immediately, before anything is sent. */
export async function removeAddresses(
  { accountId, type, emails }: ParsedInput<'blacklists.remove'>,
  { blacklists, needs }: Context,
): Promise<string> {
  blacklists.refuseChange(accountId, 'cannotRemove')
  const opened = await blacklists.of(accountId)
  const isErased = opened.watchErasures()
  return needs.jobs.start({
    kind: 'blacklists-removal',
    title: `Remove ${plural(english, emails.length, 'address', 'addresses')} from ${type}`,
    accountId,
    work: ({ signal, progress }) => {
      const removal = new Removal({ type, opened, isErased, needs, signal })
      return removal.run(emails, (done) => progress({ fraction: done / emails.length }))
    },
  })
}

type RemovalNeeds = {
  readonly type: string
  readonly opened: AccountBlacklists
  readonly isErased: (email: string) => boolean
  readonly needs: BlacklistNeeds
  readonly signal: AbortSignal
}

class Removal {
  readonly #needs: RemovalNeeds
  readonly #counts = { done: 0, refused: 0, unknown: 0 }
  #gone: string[] = []
  #reason = ''
  /**
   * The outcome of every further removal, once the service has shown that it does not offer removals; null until then.
   */
  #notOffered: Outcome | null = null

  constructor(needs: RemovalNeeds) {
    this.#needs = needs
  }

  async run(emails: readonly string[], progress: (done: number) => void): Promise<Job['result']> {
    let next = 0
    let ended = 0
    const work = async (): Promise<void> => {
      while (next < emails.length && !this.#needs.signal.aborted) {
        await this.#removeOne(emails[next++]!)
        progress(++ended)
        if (this.#gone.length >= shownEvery) await this.#show()
      }
    }
    await Promise.all(Array.from({ length: callsAtOnce }, work))
    await this.#show()
    this.#needs.signal.throwIfAborted()
    return this.#result()
  }

  async #removeOne(email: string): Promise<void> {
    const { type, opened, isErased } = this.#needs
    const outcome = this.#notOffered ?? (await this.#call(email))
    if (outcome === null) return
    this.#counts[outcome.outcome]++
    if (outcome.outcome === 'done') this.#gone.push(email)
    else this.#reason ||= outcome.text
    if (!isErased(email)) await opened.record({ action: 'removed', type, email, ...outcome })
  }

  /**
   * Returns null if the call was cancelled before it was sent. In that case, nothing has changed, so nothing is
   * recorded.
   */
  async #call(email: string): Promise<Outcome | null> {
    const { type, opened, needs, signal } = this.#needs
    try {
      await needs.accounts.client(opened.accountId).extras.removeBlacklisted(type, email, { signal })
      return { outcome: 'done', text: '' }
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (signal.aborted && error.code !== 'outcome-unknown') return null
      // An address that is not on the list needs no removal.
      if (error.code === 'not-found') return { outcome: 'done', text: 'The address was not on the list.' }
      const outcome = outcomeOf(error)
      if (error.code === 'not-available') this.#notOffered = outcome
      return outcome
    }
  }

  async #show(): Promise<void> {
    const { type, opened } = this.#needs
    const gone = this.#gone
    this.#gone = []
    if (gone.length > 0) await opened.store.call('remove', type, gone)
    opened.emitChange()
  }

  /** Throws if nothing was removed: a job that did nothing has not succeeded. */
  #result(): Job['result'] {
    const { done, refused, unknown } = this.#counts
    const text = [
      `${plural(english, done, 'address', 'addresses')} removed.`,
      refused > 0 ? `${english.number(refused)} refused. First reason: ${this.#reason}` : '',
      unknown > 0 ? `The response was lost for ${english.number(unknown)}. See Outcomes.` : '',
    ]
    const said = text.filter((part) => part !== '').join(' ')
    if (done === 0) throw new AppError('blacklist-unchanged', said)
    return { text: said, fileToken: null }
  }
}

function outcomeOf({ code, message }: AppError): Outcome {
  return { outcome: code === 'outcome-unknown' ? 'unknown' : 'refused', text: message }
}
