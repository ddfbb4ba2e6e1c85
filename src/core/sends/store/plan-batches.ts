import { randomUUID } from 'node:crypto'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { batchesOf } from '#shared/domain/drafts/batches.ts'

/** Plans the calls of a send before any of them is made. */
export function planBatches({ rows }: DraftPeople): SendBatch[] {
  return batchesOf(rows).map(({ first, recipients }) => ({
    id: randomUUID(),
    first,
    recipients,
    state: 'waiting',
    startedAt: null,
    problem: '',
  }))
}
