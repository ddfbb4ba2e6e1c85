import { msPerMinute } from '#shared/domain/base/durations.ts'
import type { Outcomes } from '../../outcomes/index.ts'
import type { SendOnDisk, StoredSend } from './send-on-disk.ts'

const missed =
  'The message was not sent because Mailroom was not running at the scheduled time. Send it now, or choose another time.'
const oversleptBy = 15 * msPerMinute
/** Whether the time of a send is so long past that only the computer’s sleep explains it. */
export const isOverslept = (at: number, now: number): boolean => now - at > oversleptBy
export const overslept =
  'The message was not sent because this computer was asleep at the scheduled time. Send it now, or choose another time.'
const stopped =
  'Mailroom stopped during this send. Nothing more is sent until you resume the send, and nothing is sent twice.'
const lost = 'Mailroom stopped before the service responded: the message may or may not have been sent.'

/**
 * Settles what the last run left unfinished. This sends nothing: the user decides. A call is made only after it was noted
 * among the outcomes, so a batch missing there was certainly not sent.
 */
export async function settleAfterStart(
  send: SendOnDisk,
  { now, outcomes }: { readonly now: number; readonly outcomes: Pick<Outcomes, 'has'> },
): Promise<void> {
  for (const [index, { id, state }] of send.batches.entries()) {
    const hasBegun = state === 'sending' || (state === 'waiting' && outcomes.has(id))
    if (hasBegun) await send.journal.note(index, { state: 'unknown', problem: lost })
  }
  await send.journal.close()
  const change = changeOf(send, now)
  if (change) await send.change(change)
}

function changeOf({ stored, batches }: SendOnDisk, now: number): Partial<StoredSend> | null {
  if (stored.state === 'waiting' && stored.at <= now) return { state: 'paused', note: missed }
  // The last responses arrived just before the stop, or after the send was paused or cancelled.
  if (['sending', 'paused', 'stopped'].includes(stored.state) && isThrough(batches)) return endOf(batches)
  return stored.state === 'sending' ? { state: 'interrupted', note: stopped } : null
}

/** Whether every batch has had its turn. */
export const isThrough = (batches: SendOnDisk['batches']): boolean => batches.every(({ state }) => state !== 'waiting')

/**
 * Why the send ended, shown until the calls in progress have ended. If no batch was left to hold back, the results of
 * those calls determine how the send ended.
 */
export function cancelledNote(batches: SendOnDisk['batches']): string {
  if (isThrough(batches)) return 'Cancelled after every message had been handed to the service.'
  const hasLeft = batches.some(({ state }) => state !== 'waiting')
  return hasLeft ? 'Cancelled. Messages that were already sent can’t be recalled.' : 'Cancelled. Nothing had been sent.'
}

const absent = 'Some calls never arrived: the service has no record of them.'

/** How a send ended once all of its batches have had their turn. */
export function endOf(batches: SendOnDisk['batches']): Pick<StoredSend, 'state' | 'note'> {
  const refused = batches.find(({ state }) => state === 'refused')
  const didNotLeave = (batch: SendOnDisk['batches'][number]) => batch.state === 'refused' || batch.state === 'absent'
  if (batches.every(didNotLeave)) return { state: 'failed', note: refused?.problem ?? absent }
  if (refused) return { state: 'sent', note: `Some recipients were refused: ${refused.problem}` }
  return { state: 'sent', note: batches.some(didNotLeave) ? absent : '' }
}
