import { AppError } from '#shared/contract/base/error.ts'
import type { PartFigures, ServicePart } from '#shared/contract/statistics.ts'
import type { CommandOutput, ParsedInput } from '#shared/contract/table.ts'
import type { Accounts } from '../../accounts/index.ts'
import { offlineCodes } from '../../api/index.ts'
import type { Clock } from '../../base/ports.ts'
import { knownZone } from '../../messages/index.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'
import { isAbsent, readPart, type PartQuestion } from './service-parts.ts'
import { instantsOf } from './service-period.ts'

type Input = ParsedInput<'statistics.service'>
type Answer = CommandOutput<'statistics.service'>

/** A response no older than this is reused, so that navigating back and forth in the page sends no requests. */
const freshMilliseconds = 60_000
const outageMilliseconds = 30_000
/**
 * The maximum number of lines in memory for all responses together. Without this limit, responses could take up hundreds of
 * megabytes.
 */
const mostLines = 200_000

/** The services’ figures. The last response to each query is kept in case the service cannot be reached. */
export class ServiceFigures {
  readonly #accounts: Accounts
  readonly #clock: Clock
  readonly #kept: KeptAnswers
  /** Responses by account and query, oldest first. */
  readonly #recent = new Map<string, KeptAnswer>()
  /**
   * A failing call takes seconds because of its retries. After a failure, subsequent queries get their kept responses
   * immediately.
   */
  readonly #outages = new Map<string, { readonly at: number; readonly message: string }>()

  constructor({ accounts, clock, kept }: { accounts: Accounts; clock: Clock; kept: KeptAnswers }) {
    this.#accounts = accounts
    this.#clock = clock
    this.#kept = kept
  }

  async of({ accountId, part, from, to, zone, refresh, ...values }: Input, signal: AbortSignal): Promise<Answer> {
    const now = this.#accounts.clockOf(accountId).now()
    const { begin, end } = instantsOf({ from, to }, knownZone(zone))
    const question: PartQuestion = { part, filter: { dateBegin: begin, dateEnd: end, ...values } }
    // The key includes the service and the user: when the account’s URL or user changes, the old figures no longer apply.
    const { user } = this.#accounts.get(accountId)
    const key = JSON.stringify([accountId, this.#accounts.serviceOf(accountId), user, question])
    const recent = this.#recent.get(key)
    if (recent && !refresh && this.#isFresh(recent)) return { ...recent, offline: null, now }
    const outage = refresh ? undefined : this.#outageOf(accountId)
    const kept = outage && (recent ?? (await this.#kept.read(accountId, key)))
    if (kept) return { ...kept, offline: outage.message, now }
    try {
      const figures = await this.#ask(accountId, question, { refresh, signal })
      this.#outages.delete(accountId)
      const answer = { figures, askedAt: this.#clock.now() }
      this.#keep(accountId, key, answer)
      return { ...answer, offline: null, now }
    } catch (thrown) {
      if (!(thrown instanceof AppError) || !isWithoutAnswer(thrown)) throw thrown
      // A slow or broken response affects only one part. The service may still return the others.
      if (offlineCodes.has(thrown.code)) {
        this.#outages.set(accountId, { at: this.#clock.now(), message: thrown.message })
      }
      const before = recent ?? (await this.#kept.read(accountId, key))
      if (!before) throw thrown
      return { ...before, offline: thrown.message, now }
    }
  }

  async remove(accountId: string): Promise<void> {
    const prefix = `[${JSON.stringify(accountId)},`
    for (const key of [...this.#recent.keys()]) if (key.startsWith(prefix)) this.#recent.delete(key)
    this.#outages.delete(accountId)
    await this.#kept.remove(accountId)
  }

  #isFresh({ askedAt }: KeptAnswer): boolean {
    return this.#isWithin(freshMilliseconds, askedAt)
  }

  #outageOf(accountId: string): { readonly message: string } | undefined {
    const outage = this.#outages.get(accountId)
    return outage && this.#isWithin(outageMilliseconds, outage.at) ? outage : undefined
  }

  #isWithin(milliseconds: number, moment: number): boolean {
    const age = this.#clock.now() - moment
    return age >= 0 && age < milliseconds
  }

  async #ask(
    accountId: string,
    question: PartQuestion,
    { refresh, signal }: { refresh: boolean; signal: AbortSignal },
  ): Promise<PartFigures> {
    const { statistics, learned } = this.#accounts.client(accountId)
    const isKnownAbsent = (name: string): boolean =>
      !refresh && learned().abilities?.[`POST /statistics/${name}`] === 'no'
    const isOptional = question.part === 'links'
    if (isOptional && isKnownAbsent(question.part)) throw notReported(question.part)
    try {
      return await readPart(statistics, question, { signal, skipsSends: isKnownAbsent('sends') })
    } catch (thrown) {
      if (isOptional && isAbsent(thrown)) throw notReported(question.part)
      throw thrown
    }
  }

  #keep(accountId: string, key: string, answer: KeptAnswer): void {
    // If the account was removed during the call, the response is dropped.
    if (!this.#accounts.list().accounts.some(({ id }) => id === accountId)) return
    this.#recent.delete(key)
    this.#recent.set(key, answer)
    let lines = [...this.#recent.values()].reduce((sum, { figures }) => sum + linesOf(figures), 0)
    for (const [oldest, { figures }] of this.#recent) {
      if (lines <= mostLines || oldest === key) break
      this.#recent.delete(oldest)
      lines -= linesOf(figures)
    }
    // For an account without history, responses stay in memory, because none of its data may be stored on this disk.
    this.#kept.write(accountId, key, answer, () => this.#storesHistory(accountId))
  }

  #storesHistory(accountId: string): boolean {
    return this.#accounts.list().accounts.some(({ id, storeHistory }) => id === accountId && storeHistory)
  }
}

function isWithoutAnswer({ code }: AppError): boolean {
  return offlineCodes.has(code) || code === 'timeout' || code === 'connection-cut'
}

function notReported(part: ServicePart): AppError {
  return new AppError('not-reported', `This account’s service doesn’t report ${part}.`)
}

/** The number of lines that a response counts as. Even an empty response takes up some memory. */
function linesOf(figures: PartFigures): number {
  const lists = [Object.values(figures), 'columns' in figures ? [figures.columns.value] : []].flat()
  return lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 100)
}
