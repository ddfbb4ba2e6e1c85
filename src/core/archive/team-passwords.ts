import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { SecretStore } from '../base/ports.ts'
import { passwordFilePath, passwordInFile } from './server/administration/password-file.ts'

type Given = { readonly password: string; readonly keep: 'keychain' | 'this-run' }
type Place = { readonly server: TeamServer; readonly passwordInKeychain: boolean }

/**
 * Passwords of users on teams’ servers. They are in the keychain next to the account’s key or, on a computer without
 * one, in the environment or a PostgreSQL password file.
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
    const stored = passwordInKeychain && this.#keychain ? await this.#keychain.get(entryOf(accountId)) : null
    if (stored !== null) return passwordFor(server, written.parse(JSON.parse(stored)))
    const found = this.#env['PGPASSWORD'] || passwordInFile(passwordFilePath(this.#env), server).password
    if (found) return found
    throw missingError(server)
  }

  /** The password is bound to its server, so that editing a file can’t redirect it to another one. */
  async set(accountId: string, server: TeamServer, { password, keep }: Given): Promise<void> {
    const stored: Stored = { place: placeOf(server), password }
    if (keep === 'this-run') {
      this.#thisRun.set(accountId, stored)
      return
    }
    await this.#keychain?.set(entryOf(accountId), JSON.stringify(stored))
    this.#thisRun.delete(accountId)
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
    { details: { field: 'password' } },
  )
}

function missingError({ host, user }: TeamServer): AppError {
  return new AppError(
    'team-password-missing',
    `Mailroom has no password for ${user} at ${host}. Enter it in Accounts, set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.`,
    { details: { field: 'password' } },
  )
}
