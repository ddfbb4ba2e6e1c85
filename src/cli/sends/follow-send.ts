import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { english } from '#shared/domain/base/plural.ts'
import { settledOf } from '#shared/domain/sends/send-states.ts'
import type { Ask } from '../app/ask.ts'
import type { WholeApp } from '../app/whole-app.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { errorOf, sentenceOf } from '../framework/failures.ts'
import { OutputClosed, refuseUnwritable, writeLine } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { endedCode, endedLine, withoutAnswers } from './ended-send.ts'
import { listUnreached, type Listing } from './unreached.ts'

type Following = {
  readonly begin: () => Promise<string>
  /** Whether the command created the send. If so, the send is removed if it is stopped before its first call. */
  readonly isNew: boolean
  readonly terminal: Terminal
  readonly flags: { readonly json: boolean; readonly refused: string | undefined }
}

const moving: ReadonlySet<SendSummary['state']> = new Set(['waiting', 'sending'])
const waits =
  'Stopping. Waiting up to five minutes for the calls already made. Press Ctrl+C again to stop immediately; the outcome of those calls will then be unknown.'

async function takeBack(ask: Ask, id: string): Promise<void> {
  const { draftId } = await ask('sends.cancel', { id })
  if (draftId !== null) await ask('drafts.remove', { id: draftId })
}

/**
 * Returns whether the list was written. A failure is only reported and does not change the exit code, because a script
 * that mistook it for a failed send would send everything again.
 */
async function tryToList(listing: Listing): Promise<boolean> {
  try {
    await listUnreached(listing)
    return true
  } catch (thrown) {
    // The program that reads the output has closed it, because it needs no more.
    if (thrown instanceof OutputClosed) return true
    listing.terminal.say(sentenceOf(errorOf(thrown)))
    return false
  }
}

/**
 * Waits until a send has ended and prints its result. After Ctrl+C, no more calls are made: the calls in progress end
 * first, and the rest of the send stays paused until it is resumed.
 */
export async function followSend(
  { ask, subscribe, lost }: Pick<WholeApp, 'ask' | 'subscribe' | 'lost'>,
  { begin, isNew, terminal, flags }: Following,
): Promise<ExitCode> {
  const signal = terminal.interrupted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let id: string | null = null
  const look = (summary: SendSummary): void => {
    if (summary.id !== id) return
    const done = settledOf(summary)
    const note = `${english.number(done)} of ${english.number(summary.recipients)}`
    terminal.progress.show(note, done / Math.max(1, summary.recipients))
    if (!moving.has(summary.state)) resolve()
  }
  const stop = subscribe((event) => event.name === 'sends.changed' && look(event.payload))
  const pause = (): void => {
    terminal.say(waits)
    ask('sends.pause', { id: id! }).catch(reject)
  }
  let hasBegun = false
  try {
    await refuseUnwritable(flags.refused, terminal, '--refused')
    signal.throwIfAborted()
    hasBegun = true
    id = await begin()
    const detail = () => ask('sends.get', { id: id! })
    look((await detail()).summary)
    terminal.lastWords = async () => endedLine(withoutAnswers(await detail()), flags.json)
    if (signal.aborted) pause()
    else signal.addEventListener('abort', pause, { once: true })
    await Promise.race([promise, lost])
    const summary = await ask('sends.settled', { id })
    terminal.progress.clear()
    await writeLine(terminal.stdout, endedLine(summary, flags.json))
    if (isNew && signal.aborted && settledOf(summary) === 0) {
      // A send that was stopped before its first call would go unnoticed in the app.
      await takeBack(ask, id)
      return exitCodes.interrupted
    }
    const code = endedCode(summary, { isInterrupted: signal.aborted })
    const isListed = await tryToList({ ask, summary, terminal, out: flags.refused })
    return code === exitCodes.done && !isListed ? exitCodes.partly : code
  } catch (thrown) {
    const { code, message } = AppError.from(thrown)
    if (!hasBegun || (code !== 'host-ended' && code !== 'host-hangs')) throw thrown
    // The response may have been lost after the app started the send, so a script must not repeat the command.
    const show = id === null ? 'sends list' : `sends show ${id}`
    terminal.say(`${message} To see the result of the send: mailroom ${show}`)
    return exitCodes.unknown
  } finally {
    signal.removeEventListener('abort', pause)
    terminal.lastWords = null
    stop()
    terminal.progress.clear()
  }
}
