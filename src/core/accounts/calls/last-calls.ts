import type { CallLogEntry, LastCall, LastCalls } from '#shared/contract/accounts.ts'
import type { AppError } from '#shared/contract/base/error.ts'
import { operations, type OperationName } from '#shared/domain/accounts/abilities/operations.ts'
import type { LearnedStore } from '../../api/index.ts'
import type { Clock } from '../../base/ports.ts'
import { redactText } from '../../base/redact.ts'

type Known = LastCall & {
  /** The latest call that succeeded. A stream’s entry may still turn into a failure. */
  latest: CallLogEntry | null
}

/** Codes of calls that were cancelled or refused by Mailroom itself, which say nothing about the service. */
const ownCodes: ReadonlySet<string> = new Set(['aborted', 'cancelled', 'client-closed', 'read-only-account'])
/** Codes of a missing or inaccessible key. Without a response, they say nothing about the service. */
const keyCodes = /^(?:key|keychain|proxy-password)-/

const longestSentence = 400

/** The minimum time between two writes in milliseconds, because a sync makes thousands of calls. */
const writeInterval = 10 * 60_000

/** Each operation’s most recent result for one account. An error is kept as a sentence without keys or addresses. */
export class LastCallRecord {
  readonly #known = new Map<string, Known>()
  readonly #learned: LearnedStore
  readonly #clock: Clock
  #writtenAt: number
  #isWritten = true

  constructor(learned: LearnedStore, clock: Clock) {
    this.#learned = learned
    this.#clock = clock
    this.#writtenAt = clock.now()
    for (const [operation, call] of Object.entries(learned.get().calls ?? {})) {
      this.#known.set(operation, { ...call, latest: null })
    }
  }

  note(entry: CallLogEntry, error: AppError | null): void {
    if (error !== null && saysNothing(entry, error)) return
    let known = this.#known.get(entry.operation)
    if (known === undefined) {
      known = { successAt: null, error: null, latest: null }
      this.#known.set(entry.operation, known)
    }
    settle(known)
    if (error === null) known.latest = entry
    else known.error = failureOf(entry, error.code, redactText(error.message).slice(0, longestSentence))
    this.#isWritten = false
    if (this.#clock.now() - this.#writtenAt >= writeInterval) this.write()
  }

  all(): LastCalls {
    const calls: LastCalls = {}
    for (const [operation, known] of this.#known) {
      settle(known)
      calls[operation] = { successAt: known.successAt, error: known.error }
    }
    return calls
  }

  write(): void {
    if (this.#isWritten) return
    this.#isWritten = true
    this.#writtenAt = this.#clock.now()
    this.#learned.set({ ...this.#learned.get(), calls: this.all() })
  }
}

/** Records the result of the latest call whose response began with a success status. */
function settle(known: Known): void {
  const { latest, error } = known
  if (latest === null) return
  if (latest.errorCode === null) known.successAt = latest.startedAt
  else if (!ownCodes.has(latest.errorCode) && (error === null || error.at < latest.startedAt)) {
    known.error = failureOf(latest, latest.errorCode, 'The response was cut short.')
  }
}

function failureOf({ startedAt: at, status }: CallLogEntry, code: string, sentence: string) {
  return { at, code, status, sentence }
}

function saysNothing({ operation, status }: CallLogEntry, error: AppError): boolean {
  // If an effect was cancelled after it was sent, its error is an unknown outcome caused by the cancellation.
  const { causeCode } = error.details
  const code = typeof causeCode === 'string' ? causeCode : error.code
  if (code === 'not-found') return operations[operation as OperationName].namesOne
  return ownCodes.has(code) || (status === null && keyCodes.test(code))
}
