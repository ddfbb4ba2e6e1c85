import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The message size, in bytes, from which garbage is collected after every step. */
export const largeMessage = 4 * 1_048_576

let collect: (() => void) | undefined

/**
 * Each step for a large message leaves a complete copy behind, and V8 would let several of them accumulate: a text of 49 MB
 * took 707 MB. A collection takes several milliseconds, since there is little else in memory.
 */
export function collectAfter(bytes: number): void {
  if (bytes < largeMessage) return
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
