import type { SecretStore } from '../base/ports.ts'

export function createMemorySecretStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    state: async () => 'available',
    get: async (id) => secrets.get(id) ?? null,
    set: async (id, secret) => void secrets.set(id, secret),
    delete: async (id) => void secrets.delete(id),
    close: () => undefined,
  }
}
