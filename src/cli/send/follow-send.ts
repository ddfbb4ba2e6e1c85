import type { App } from '#core/create-app.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { english } from '#shared/domain/base/plural.ts'
import { askOf, type Ask } from '../app/ask.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { InterruptedError } from '../framework/failures.ts'
import type { Terminal } from '../framework/terminal.ts'

type Ended = {
  readonly code: ExitCode
  readonly text: string
  readonly counts: Pick<SendSummary, 'id' | 'recipients' | 'sent' | 'refused' | 'unknown'>
}

const moving: ReadonlySet<SendSummary['state']> = new Set(['waiting', 'sending'])

/** Sends the draft at once and waits until every batch has an end. Ctrl+C lets no further batch leave. */
export async function followSend(app: App, terminal: Terminal, draftId: string, onSent: () => void): Promise<Ended> {
  const ask = askOf(app)
  const signal = terminal.interrupted()
  const { promise, resolve, reject } = Promise.withResolvers<SendSummary>()
  const look = (summary: SendSummary): void => {
    if (summary.id !== draftId) return
    const { sent, refused, unknown, recipients, state } = summary
    const done = sent + refused + unknown
    terminal.progress.show(`${english.number(done)} of ${english.number(recipients)}`, done / Math.max(1, recipients))
    if (!moving.has(state)) resolve(summary)
  }
  const stop = app.subscribe((event) => event.name === 'compose.sendChanged' && look(event.payload))
  const pause = (): void => void ask('compose.pauseSend', { id: draftId }).catch(reject)
  try {
    signal.throwIfAborted()
    await ask('compose.send', { draftId, at: null, undoSeconds: 0 })
    onSent()
    signal.addEventListener('abort', pause, { once: true })
    const summary = await promise
    const { sent, refused, unknown } = summary
    // The service cannot be reached, say, or Ctrl+C was typed: what has not left does not leave later by itself.
    const isStopped = summary.state !== 'sent' && summary.state !== 'failed'
    if (isStopped) await giveUp(ask, draftId)
    if (isStopped && signal.aborted && sent + refused + unknown === 0) throw new InterruptedError()
    return ended(summary)
  } finally {
    signal.removeEventListener('abort', pause)
    stop()
    terminal.progress.clear()
  }
}

/** Before anything has left it is a draft again, which nobody would look for in the app. */
async function giveUp(ask: Ask, id: string): Promise<void> {
  const { draftId } = await ask('compose.cancelSend', { id })
  if (draftId !== null) await ask('compose.removeDraft', { id: draftId })
}

function ended({ id, recipients, sent, refused, unknown, note }: SendSummary): Ended {
  const left = recipients - sent - refused - unknown
  const parts = [
    `Sent to ${english.number(sent)} of ${english.number(recipients)}.`,
    ...(refused > 0 ? [`Refused for ${english.number(refused)}.`] : []),
    ...(unknown > 0 ? [`Unknown for ${english.number(unknown)}: the answer was lost, and nothing is sent again.`] : []),
    ...(left > 0 ? [`Not sent to ${english.number(left)}.`] : []),
    ...(note === '' ? [] : [note]),
  ]
  return {
    code: codeOf({ sent, unknown, recipients }),
    text: parts.join(' '),
    counts: { id, recipients, sent, refused, unknown },
  }
}

function codeOf({ sent, unknown, recipients }: Pick<SendSummary, 'sent' | 'unknown' | 'recipients'>): ExitCode {
  if (unknown > 0) return exitCodes.unknown
  if (sent === recipients) return exitCodes.done
  return sent > 0 ? exitCodes.partly : exitCodes.failed
}
