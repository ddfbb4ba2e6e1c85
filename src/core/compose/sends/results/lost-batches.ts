import { AppError } from '#shared/contract/base/error.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import type { Accounts } from '../../../accounts/index.ts'
import type { Outcomes } from '../../../outcomes/index.ts'
import type { SendFolder } from '../store/send-folder.ts'

export type Settled = { readonly state: 'sent' | 'refused' | 'unknown'; readonly problem: string }

/** Records appear a while after the send. Before that, a missing record means little. */
const recordsTake = 15 * 60_000

/** What a check of an outcome says about the batch with its id. Null while nothing is known. */
export function settledBy({ state, text, startedAt }: Outcome, now: number): Settled | null {
  if (state === 'happened') return { state: 'sent', problem: '' }
  if (state !== 'not-found') return null
  return { state: now - startedAt > recordsTake ? 'refused' : 'unknown', problem: text }
}

type Checking = {
  readonly outcomes: Outcomes
  readonly accounts: Accounts
  readonly onSettled: (index: number, settled: Settled) => Promise<void>
}

/** Looks for every batch whose answer was lost, by calls that change nothing. */
export async function checkLostBatches(folder: SendFolder, { outcomes, accounts, onSettled }: Checking): Promise<void> {
  const { accountId } = folder.stored
  const { correlateSends } = accounts.get(accountId)
  const { signal } = new AbortController()
  for (const [index, batch] of folder.batches.entries()) {
    if (batch.state !== 'unknown' || !correlateSends) continue
    const client = accounts.client(accountId)
    try {
      // The result comes back as a change of the outcome.
      await outcomes.check(batch.id, accounts.serviceOf(accountId), client, signal)
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'not-found') return
      // Mailroom stopped between the call and its note, or the answer came and only the note of it was lost.
      const { found } = await client.checkSend(batch.id, { sentAt: batch.startedAt ?? folder.stored.createdAt })
      if (found.length > 0) await onSettled(index, { state: 'sent', problem: '' })
    }
  }
}
