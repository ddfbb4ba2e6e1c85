import { randomBytes } from 'node:crypto'
import type { KeychainState } from '#shared/contract/keychain.ts'
import { keychainError } from './keychain-sentences.ts'
import type { KeychainMethods } from './keychain-process.ts'

/**
 * The keytar functions that Mailroom uses. The types are our own, since the library and its types may not be installed.
 */
type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** The name under which the keychain lists our keys. */
const service = 'Mailroom'
const probeId = 'mailroom-probe'

/**
 * The system’s keychain. Only this file uses keytar, because keytar is no longer maintained. It is an optional
 * dependency, so it may be missing. It returns null for a locked keyring, so null is trusted only after a probe has
 * been written and read back. A call may never return and blocks one of the four threads that all file work shares, so
 * keytar runs in a separate process.
 */
export function openKeytar(): KeychainMethods {
  let loading: Promise<Keytar> | null = null

  async function call<Result>(use: (keytar: Keytar) => Promise<Result>): Promise<Result> {
    loading ??= load()
    const keytar = await loading
    try {
      return await use(keytar)
    } catch (error) {
      throw keychainError(stateOf(error), error)
    }
  }

  async function probe(): Promise<void> {
    const nonce = randomBytes(8).toString('hex')
    const read = await call(async (keytar) => {
      await keytar.setPassword(service, probeId, nonce)
      const back = await keytar.getPassword(service, probeId)
      await keytar.deletePassword(service, probeId)
      return back
    })
    if (read !== nonce) throw keychainError('locked')
  }

  return {
    async probe() {
      await probe()
      return null
    },
    async get(id) {
      const secret = await call((keytar) => keytar.getPassword(service, id))
      if (secret === null) await probe()
      return secret
    },
    async set(id, secret) {
      await call((keytar) => keytar.setPassword(service, id, secret))
      // If the keyring does not return what was just stored, the key would be lost when Mailroom quits.
      if ((await call((keytar) => keytar.getPassword(service, id))) !== secret) throw keychainError('locked')
      return null
    },
    async delete(id) {
      // A locked keyring gives the same result as a keyring that lacks the secret, so the probe tells them apart.
      const isDeleted = await call((keytar) => keytar.deletePassword(service, id))
      if (!isDeleted) await probe()
      return null
    },
  }
}

async function load(): Promise<Keytar> {
  try {
    // Cast to string so that the compiler does not look for a library that may not be installed.
    const module = (await import('keytar' as string)) as Keytar & { default?: Keytar }
    return module.default ?? module
  } catch (error) {
    throw keychainError('absent', error)
  }
}

/** Interprets libsecret’s messages, because keytar has no error codes. */
function stateOf(error: unknown): Exclude<KeychainState, 'available'> {
  const text = error instanceof Error ? error.message : String(error)
  return /locked|dismissed|prompt/i.test(text) ? 'locked' : 'no-service'
}
