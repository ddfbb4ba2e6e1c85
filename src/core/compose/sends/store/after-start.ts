import type { SendFolder, StoredSend } from './send-folder.ts'

const missed = 'Mailroom was not running at its time, so it was not sent. Send it now, or choose another time.'
const stopped =
  'Mailroom stopped while it was sending. Nothing more is sent until you resume it, and nothing is sent a second time.'
const lost = 'Mailroom stopped before the answer of the service came: it may or may not have been sent.'

/** Settles what the last run left behind. This sends nothing: the user decides. */
export async function settleAfterStart(folder: SendFolder, now: number): Promise<void> {
  for (const [index, { state }] of folder.batches.entries()) {
    if (state === 'sending') await folder.journal.note(index, { state: 'unknown', problem: lost })
  }
  await folder.journal.close()
  const change = changeOf(folder, now)
  if (change) await folder.change(change)
}

function changeOf({ stored, batches }: SendFolder, now: number): Partial<StoredSend> | null {
  if (stored.state === 'waiting' && stored.at <= now) return { state: 'paused', note: missed }
  if (stored.state !== 'sending') return null
  const isThrough = batches.every(({ state }) => state !== 'waiting')
  // Its last answers came just before the stop.
  return isThrough ? endOf(batches) : { state: 'interrupted', note: stopped }
}

/** How a send ended once all of its batches have had their turn. */
export function endOf(batches: SendFolder['batches']): Pick<StoredSend, 'state' | 'note'> {
  const refused = batches.find(({ state }) => state === 'refused')
  if (batches.every(({ state }) => state === 'refused')) return { state: 'failed', note: refused?.problem ?? '' }
  return { state: 'sent', note: refused ? `Some were refused: ${refused.problem}` : '' }
}
