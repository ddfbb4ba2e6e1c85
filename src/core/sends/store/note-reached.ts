import { rangesOf, rowsIn } from '#shared/domain/sends/family.ts'
import type { SendStore } from './send-store.ts'

/**
 * Before a rest is removed, records in the first send which people the rest may have reached, so that they are not offered
 * again.
 */
export async function noteReached(store: Pick<SendStore, 'all' | 'get'>, id: string): Promise<void> {
  const { stored, batches } = store.get(id)
  const first = store.all().find((send) => send.stored.id === stored.restOf)
  if (!first || stored.rows === null) return
  const rows = [...rowsIn(stored.rows)]
  const reached = batches
    .filter(({ state }) => state === 'sent' || state === 'unknown')
    .flatMap(({ first: from, recipients }) => rows.slice(from, from + recipients))
  const all = new Set([...rowsIn(first.stored.reached), ...reached])
  await first.change({ reached: rangesOf([...all].toSorted((one, other) => one - other)) })
}
