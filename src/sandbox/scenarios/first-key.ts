import type { Store } from '../store/index.ts'
import { newKey } from './account.ts'

/** Earlier versions gave every sandbox the same keys, which are therefore no secret. */
const sharedKey = /^sandbox-key-/

/** Undefined when the store has no key that is a secret. */
export function firstKey({ keys }: Store): string | undefined {
  const first = keys.list()[0]?.key
  return first === undefined || sharedKey.test(first) ? undefined : first
}

/** Sets the first key and replaces all that an earlier version shared. */
export function setFirstKey({ keys }: Store, wanted: string, updatedAt: number): void {
  keys.list().forEach(({ id, key }, index) => {
    const next = index === 0 ? wanted : sharedKey.test(key) ? newKey() : key
    if (next !== key) keys.update(id, { key: next, updatedAt })
  })
}
