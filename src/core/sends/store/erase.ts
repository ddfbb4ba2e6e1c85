import type { DraftPeople, Mailbox, Person } from '#shared/contract/base/draft.ts'
import { contentWithout, type DraftOnDisk, isPerson } from '../../drafts/index.ts'
import type { SendOnDisk } from './send-on-disk.ts'

/** Replaces an erased person’s row. The row can’t be left out, because batches refer to recipients by row number. */
export const nobody: Person = { address: '', name: '', values: [], parts: [] }

/**
 * Erases a person from everything that Mailroom keeps about a send. Unsent batches skip the person. Each file is
 * checked separately, so that repeating an erasure that was interrupted between two files completes it.
 */
export async function eraseFromSend(send: SendOnDisk, email: string): Promise<void> {
  const wanted = email.trim().toLowerCase()
  const isThem = (row: Pick<Mailbox, 'address'>) => isPerson(row, email)
  const draft = await send.draft()
  // The person’s own files are removed. The others are kept for repairing the content that names them.
  if (draft.hasNoContent) await draft.erase(email, nobody)
  else await eraseFromContents(draft, email)
  const to = send.stored.to.filter((address) => !isThem({ address }))
  if (to.length < send.stored.to.length) await send.change({ to })
  // The service may have named the person when it refused a batch, so such reasons are removed.
  const names = ({ problem }: { problem: string }) => problem.toLowerCase().includes(wanted)
  if (send.batches.some(names)) {
    await send.journal.rewrite((batch) => (names(batch) ? { problem: 'The service refused this call.' } : {}))
  }
  if (names({ problem: send.stored.note })) await send.change({ note: '' })
}

async function eraseFromContents(draft: DraftOnDisk, email: string): Promise<void> {
  const isThem = (row: Pick<Mailbox, 'address'>) => isPerson(row, email)
  const { content, savedAt } = draft.stored
  const { columns, rows } = draft.people
  const people: DraftPeople = { columns, rows: rows.map((row) => (isThem(row) ? nobody : row)) }
  const needed = new Set(people.rows.flatMap(({ parts }) => parts))
  const kept = contentWithout(content, email, ({ id, kind }) => kind === 'row' && !needed.has(id))
  if (rows.some(isThem)) await draft.save({ people }, savedAt)
  if (kept) await draft.save({ content: kept }, savedAt)
  await draft.dropEarlierRows(email)
  await draft.sweepFiles()
}
