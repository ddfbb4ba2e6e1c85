import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { isKeychainMissing } from '#shared/domain/keychain/missing-keychain.ts'
import type { SecretStore } from '../base/ports.ts'
import { passwordFilePath, passwordInFile } from './server/administration/password-file.ts'

type Given = { readonly password: string; readonly keep: 'keychain' | 'this-run' }
type Place = { readonly server: TeamServer; readonly passwordInKeychain: boolean }

/**
 * Passwords of users on teams’ servers. They are in the keychain next to the account’s key or, on a computer without a
 * keychain, in the environment or a PostgreSQL password file.
 */
export class TeamPasswords {
  readonly #keychain: SecretStore | null
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #thisRun = new Map<string, Stored>()

  constructor(keychain: SecretStore | null, env: Readonly<Record<string, string | undefined>> = process.env) {
    this.#keychain = keychain
    this.#env = env
  }

  /** A password given for this run takes precedence over a stored one. */
  async of(accountId: string, { server, passwordInKeychain }: Place): Promise<string> {
    const ofThisRun = this.#thisRun.get(accountId)
    if (ofThisRun) return passwordFor(server, ofThisRun)
    const given = this.#env['MAILROOM_TEAM_PASSWORD']
    if (given) return given
    const stored = passwordInKeychain ? await this.#stored(accountId) : null
    if (stored !== null) return passwordFor(server, written.parse(JSON.parse(stored)))
    const ofAll = this.#env['PGPASSWORD']
    if (ofAll) return ofAll
    const { password, problem } = passwordInFile(passwordFilePath(this.#env), server)
    if (password) return password
    throw missingError(server, problem)
  }

  /**
   * The password is bound to its server, so that editing a file can’t redirect it to another one. Returns a function that
   * restores the password that it replaces.
   */
  async set(accountId: string, server: TeamServer, { password, keep }: Given): Promise<() => Promise<void>> {
    const stored: Stored = { place: placeOf(server), password }
    const ofThisRun = this.#thisRun.get(accountId)
    if (keep === 'this-run') {
      this.#thisRun.set(accountId, stored)
      return async () => this.#restoreThisRun(accountId, ofThisRun)
    }
    const before = await this.#stored(accountId)
    await this.#keychain?.set(entryOf(accountId), JSON.stringify(stored)).catch((thrown: unknown) => {
      throw isMissing(thrown) ? notKeptError(server, thrown) : thrown
    })
    this.#thisRun.delete(accountId)
    return async () => {
      this.#restoreThisRun(accountId, ofThisRun)
      if (before === null) await this.#keychain?.delete(entryOf(accountId))
      else await this.#keychain?.set(entryOf(accountId), before)
    }
  }

  #restoreThisRun(accountId: string, before: Stored | undefined): void {
    if (before) this.#thisRun.set(accountId, before)
    else this.#thisRun.delete(accountId)
  }

  /**
   * The stored password; null if there is none or the computer has no keychain. In either case, the password may be in
   * the environment or a password file.
   */
  async #stored(accountId: string): Promise<string | null> {
    if (!this.#keychain) return null
    return this.#keychain.get(entryOf(accountId)).catch((thrown: unknown) => {
      if (isMissing(thrown)) return null
      throw thrown
    })
  }

  /** If the keychain is locked, the password stays in it, but is useless without the account. */
  async remove(accountId: string): Promise<void> {
    this.#thisRun.delete(accountId)
    await this.#keychain?.delete(entryOf(accountId)).catch(() => undefined)
  }
}

function entryOf(accountId: string): string {
  return `${accountId}-team`
}

function placeOf({ host, port, database, user, authority }: TeamServer): string {
  return JSON.stringify([host, port, database, user, authority])
}

const written = z.strictObject({ place: z.string(), password: z.string() })
type Stored = Readonly<z.infer<typeof written>>

function passwordFor(server: TeamServer, { place, password }: Stored): string {
  if (place === placeOf(server)) return password
  throw new AppError(
    'team-password-elsewhere',
    `The stored password belongs to another server or user and isn’t sent to ${server.host}. Enter the password again.`,
    { details: { field: 'password', host: server.host } },
  )
}

/** `problem` says why the password file was ignored. */
function missingError({ host, user }: TeamServer, problem: string | null): AppError {
  const missing = [`Mailroom has no password for ${user} at ${host}.`, ...(problem === null ? [] : [problem])].join(' ')
  return new AppError(
    'team-password-missing',
    `${missing} Enter it in Accounts, set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.`,
    { details: { field: 'password', missing } },
  )
}

function notKeptError({ host, user }: TeamServer, cause: unknown): AppError {
  return new AppError(
    'team-password-not-kept',
    `This computer has no keychain for the password of ${user} at ${host}, so it can’t be kept. Set MAILROOM_TEAM_PASSWORD, or add the password to a PostgreSQL password file.`,
    { details: { field: 'password' }, cause },
  )
}

function isMissing(thrown: unknown): boolean {
  return isKeychainMissing(AppError.from(thrown).code)
}
