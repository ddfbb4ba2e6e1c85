import type { ApiKey, Store } from '../store/index.ts'
import { keyIds } from './shop.ts'

type StartKey = { username: string; key: string; createdAt: number }

export function addStartKey({ keys }: Store, { username, key, createdAt }: StartKey): void {
  keys.add({ id: keyIds.shop, hash: username, key, description: 'Shop backend', createdAt })
}

/**
 * Returns the start key’s secret. If that key was removed, returns the secret of the oldest key that every program can
 * use.
 */
export function startSecret({ keys }: Store): string | undefined {
  return (keys.get(keyIds.shop) ?? keys.list().find(isForAll))?.key
}

function isForAll({ enabled, iPFilterEnabled }: ApiKey): boolean {
  return enabled && !iPFilterEnabled
}

/**
 * Makes a secret valid by giving it to the start key, because all other keys belong to the user. If the start key was
 * removed, it is added again.
 */
export function acceptSecret(store: Store, { username, key, createdAt: now }: StartKey): void {
  if (store.keys.findBySecret(key) !== null) return
  const changed = store.keys.update(keyIds.shop, { key, updatedAt: now })
  if (changed === null) addStartKey(store, { username, key, createdAt: now })
}
