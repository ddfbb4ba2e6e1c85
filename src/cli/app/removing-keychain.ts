import type { SecretStore } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'

/** A keychain for a removal: where there is none, nothing has to be taken from it. One that is locked still refuses. */
export class RemovingKeychain implements SecretStore {
  readonly #keychain: SecretStore
  #wasAbsent = false

  constructor(keychain: SecretStore) {
    this.#keychain = keychain
  }

  /** Whether a key was to be removed where no keychain is. */
  get wasAbsent(): boolean {
    return this.#wasAbsent
  }

  state(): ReturnType<SecretStore['state']> {
    return this.#keychain.state()
  }

  get(id: string): Promise<string | null> {
    return this.#keychain.get(id)
  }

  set(id: string, secret: string): Promise<void> {
    return this.#keychain.set(id, secret)
  }

  async delete(id: string): Promise<void> {
    try {
      await this.#keychain.delete(id)
    } catch (thrown) {
      const { code } = AppError.from(thrown)
      if (code !== 'keychain-no-service' && code !== 'keychain-absent') throw thrown
      this.#wasAbsent = true
    }
  }

  close(): void {
    this.#keychain.close()
  }
}
