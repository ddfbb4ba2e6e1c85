import type { Cancel } from '../port/archive-port.ts'

const prunedAtOnce = 16_384

/** Calls `part` with a limit until it removes nothing more, and returns how many messages were removed. */
export async function pruneInParts(part: (limit: number) => Promise<number>, { signal }: Cancel): Promise<number> {
  let removed = 0
  while (true) {
    signal?.throwIfAborted()
    const count = await part(prunedAtOnce)
    if (count === 0) return removed
    removed += count
  }
}
