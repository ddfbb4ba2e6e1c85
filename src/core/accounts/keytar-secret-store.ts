import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/contract/error.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import type { SecretStore } from '../ports.ts'
import { keychainError } from './keychain-sentences.ts'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

type KeytarOptions = {
  /** The name under which the keychain lists our keys. */
  readonly service?: string
  /** How long a person may take to answer the keychain's prompt. */
  readonly timeout?: number
}

const probeId = 'mailroom-probe'

/**
 * The system's keychain. keytar is archived, so it stays behind this one file, and it is an optional dependency, so it
 * may be missing. It answers null for a locked keyring: a null is believed only after a probe could be written and read.
 */
export function openKeytarSecretStore({ service = 'Mailroom', timeout = 30_000 }: KeytarOptions = {}): SecretStore {
  let loading: Promise<Keytar> | null = null

  async function call<Result>(use: (keytar: Keytar) => Promise<Result>): Promise<Result> {
    loading ??= load()
    const keytar = await loading
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(keychainError('timed-out')), timeout)
    })
    try {
      return await Promise.race([use(keytar), late])
    } catch (error) {
      throw error instanceof AppError ? error : keychainError(stateOf(error), error)
    } finally {
      clearTimeout(timer)
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
    async state() {
      try {
        await probe()
        return 'available'
      } catch (error) {
        return keychainStateOf(error)
      }
    },
    async get(id) {
      const secret = await call((keytar) => keytar.getPassword(service, id))
      if (secret === null) await probe()
      return secret
    },
    async set(id, secret) {
      await call((keytar) => keytar.setPassword(service, id, secret))
      // A keyring that takes a secret and does not give it back would lose the key at quit.
      if ((await call((keytar) => keytar.getPassword(service, id))) !== secret) throw keychainError('locked')
    },
    async delete(id) {
      await call((keytar) => keytar.deletePassword(service, id))
    },
  }
}

async function load(): Promise<Keytar> {
  try {
    const module = (await import('keytar')) as Keytar & { default?: Keytar }
    return module.default ?? module
  } catch (error) {
    throw keychainError('absent', error)
  }
}

/** libsecret's own words: there are no error codes across keytar. */
function stateOf(error: unknown): Exclude<KeychainState, 'available'> {
  const text = error instanceof Error ? error.message : String(error)
  return /locked|dismissed|prompt/i.test(text) ? 'locked' : 'no-service'
}

function keychainStateOf(error: unknown): KeychainState {
  const code = error instanceof AppError ? error.code : ''
  if (code === 'keychain-locked') return 'locked'
  if (code === 'keychain-absent') return 'absent'
  if (code === 'keychain-timed-out') return 'timed-out'
  return 'no-service'
}
