import { AppError } from '#shared/contract/base/error.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { Page, Source } from '#core/sync/source.ts'
import { createRandom } from '../../archive/support/generate.ts'

export type Trouble = 'cut' | 'repeat' | 'refuse' | 'lie' | 'no-key'

/** A service in memory. Each queued trouble makes one call fail in that way. */
export class MemoryService implements Source {
  readonly messages = new Map<string, Message>()
  readonly troubles: Trouble[] = []
  readonly exported: Period[] = []
  calls = 0
  /** Milliseconds by which its clock is ahead. */
  skew = 0
  readonly #random: () => number

  constructor(seed = 1) {
    this.#random = createRandom(seed)
  }

  put(message: Message): void {
    this.messages.set(`${message.id}\0${message.email}`, message)
  }

  change(index: number, change: Partial<Message>): void {
    const messages = [...this.messages.values()]
    const found = messages[index % Math.max(1, messages.length)]
    if (found) this.put({ ...found, ...change })
  }

  list(): Message[] {
    return [...this.messages.values()]
  }

  clockSkew(): number {
    return this.skew
  }

  async *exportAll(period: Period, signal: AbortSignal): ReturnType<Source['exportAll']> {
    const trouble = this.#called(signal)
    this.exported.push(period)
    const found = this.#within(period).map(withoutDetails)
    // In random order, as a service may return them.
    found.sort(() => this.#random() - 0.5)
    if (trouble === 'repeat') found.push(...found.slice(0, 5))
    const half = Math.ceil(found.length / 2)
    yield { messages: found.slice(0, half), problems: 0, isComplete: true }
    if (trouble === 'cut') throw new AppError('incomplete-export', 'The export broke off.', { retryable: true })
    if (trouble === 'lie' && half > 0) {
      yield { messages: [], problems: 0, isComplete: false }
      return
    }
    yield { messages: found.slice(half), problems: 0, isComplete: true }
  }

  async page(period: Period, page: number, pageSize: number, signal: AbortSignal): Promise<Page> {
    const trouble = this.#called(signal)
    const found = this.#within(period).sort((a, b) => b.createdDate - a.createdDate || (a.id < b.id ? -1 : 1))
    const skipped = trouble === 'cut' ? 1 : 0
    const start = (page - 1) * pageSize
    return { messages: found.slice(start + skipped, start + pageSize), problems: 0, total: found.length }
  }

  #called(signal: AbortSignal): Trouble | undefined {
    signal.throwIfAborted()
    this.calls++
    const trouble = this.troubles.shift()
    if (trouble === 'refuse') throw new AppError('service-error', 'The service has a problem.', { retryable: true })
    if (trouble === 'no-key') throw new AppError('key-missing', 'There is no key for this account.')
    return trouble
  }

  #within({ from, to }: Period): Message[] {
    return this.list().filter(({ createdDate }) => {
      const second = Math.floor(createdDate / 1000)
      return second >= from && second <= to
    })
  }
}

function withoutDetails({
  meta: _meta,
  reason: _reason,
  openDetails: _opens,
  clickDetails: _clicks,
  ...rest
}: Message): Message {
  const seconds = (date: number): number => Math.floor(date / 1000) * 1000
  return { ...rest, createdDate: seconds(rest.createdDate), lastStateDate: seconds(rest.lastStateDate) }
}
