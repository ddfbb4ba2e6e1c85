import { newKey } from './account.ts'
import type { Store } from '../store/index.ts'

/** What earlier versions planted was the same everywhere, and is no secret. */
const sharedKey = /^sandbox-key-/

/** Undefined where there is none yet that would be a secret. */
export function firstKey({ keys }: Store): string | undefined {
  const first = keys.list()[0]?.key
  return first === undefined || sharedKey.test(first) ? undefined : first
}

/** Another one was asked for, or the data is of an earlier version. */
export function setFirstKey({ keys }: Store, wanted: string, updatedAt: number): void {
  keys.list().forEach(({ id, key }, index) => {
    const next = index === 0 ? wanted : sharedKey.test(key) ? newKey() : key
    if (next !== key) keys.update(id, { key: next, updatedAt })
  })
}
