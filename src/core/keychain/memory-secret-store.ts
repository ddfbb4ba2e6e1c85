import type { SecretStore } from '../base/ports.ts'

/** Keeps keys for this run only, never on the disk. */
export function createMemorySecretStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    state: () => Promise.resolve('available'),
    get: (id) => Promise.resolve(secrets.get(id) ?? null),
    set: (id, secret) => {
      secrets.set(id, secret)
      return Promise.resolve()
    },
    delete: (id) => {
      secrets.delete(id)
      return Promise.resolve()
    },
    close: () => undefined,
  }
}
