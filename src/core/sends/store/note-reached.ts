import { rangesOf, rowsIn } from '#shared/domain/sends/family.ts'
import type { SendStore } from './send-store.ts'

/**
 * Before a send is removed, records in the oldest remaining send of its family which people it may have reached, so that
 * they are not offered again. This includes people reached by sends that were removed earlier.
 */
export async function noteReached(store: SendStore, id: string): Promise<void> {
  const { stored, batches } = store.get(id)
  const others = store.familyOf(id).filter((send) => send.stored.id !== id)
  const [oldest] = others.toSorted((one, other) => one.stored.createdAt - other.stored.createdAt)
  if (!oldest) return
  const rows = stored.rows === null ? null : [...rowsIn(stored.rows)]
  const reached = new Set([...rowsIn(oldest.stored.reached), ...rowsIn(stored.reached)])
  for (const { first, recipients, state } of batches) {
    if (state !== 'sent' && state !== 'unknown') continue
    for (let row = first; row < first + recipients; row++) reached.add(rows === null ? row : rows[row]!)
  }
  await oldest.change({ reached: rangesOf([...reached].toSorted((one, other) => one - other)) })
}
