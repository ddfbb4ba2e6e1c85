import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { RemovedAccount } from '#shared/contract/storage.ts'
import { hideProxyPassword } from '../api/index.ts'
import { folderBytes } from '../base/folders.ts'
import { JsonFile } from '../base/json-file.ts'
import type { Ports } from '../base/ports.ts'
import { readStoredAccount, type StoredAccount } from './account-file.ts'
import type { AccountStore } from './account-store.ts'
import { freeName } from './profile-checks.ts'
import { accountFolder } from './stored-accounts.ts'

/** An account as it was when it was removed, without its key. */
type Noted = { readonly account: StoredAccount; readonly removedAt: number }

const noted = z.object({ account: z.unknown(), removedAt: z.number() })

/** Removed accounts whose records were kept. Each has a folder that belongs to no current account. */
export class RemovedAccounts {
  readonly #ports: Pick<Ports, 'paths' | 'clock'>
  readonly #store: AccountStore
  readonly #emitChange: () => void
  /** Accounts currently being removed, restored or deleted: no other call may touch them. */
  readonly #busy = new Set<string>()

  constructor(ports: Pick<Ports, 'paths' | 'clock'>, store: AccountStore, emitChange: () => void) {
    this.#ports = ports
    this.#store = store
    this.#emitChange = emitChange
  }

  /**
   * Must be called before the account is removed, so that it is listed here afterwards. If none of its records are
   * kept, nothing is noted.
   */
  async note(account: StoredAccount, keyStays: boolean): Promise<void> {
    const folder = this.#folder(account.id)
    if ((await folderBytes(folder)) === 0) return
    const proxy = hideProxyPassword(account.proxy).shown
    const kept = {
      ...account,
      proxy,
      keyInKeychain: false,
      replacedKeyStays: keyStays,
      teamPasswordInKeychain: false,
    }
    await (await this.#file(folder)).set(() => ({ account: kept, removedAt: this.#ports.clock.now() }))
  }

  /**
   * Must be called once every room has removed what it keeps about the account, because a note without records is
   * removed too.
   */
  async tidy(id: string): Promise<void> {
    const folder = this.#folder(id)
    const names = await readdir(folder).catch(() => [])
    if (names.length === 1 && names[0] === noteName) await rm(folder, { recursive: true })
  }

  async list(): Promise<RemovedAccount[]> {
    const found = (await this.#ids()).map(async (id) => {
      const folder = this.#folder(id)
      const { account, removedAt = null } = (await this.#file(folder)).value ?? {}
      const { name = null, user = '', baseUrl = '' } = account ?? {}
      return { id, name, user, baseUrl, removedAt, bytes: await folderBytes(folder) }
    })
    const all = await Promise.all(found)
    return all.sort((a, b) => (b.removedAt ?? 0) - (a.removedAt ?? 0))
  }

  /** Restores the account as it was, without its key. */
  async putBack(id: string): Promise<void> {
    await this.#require(id)
    await this.alone(id, () => this.#putBack(id))
  }

  /** Returns the number of bytes freed. */
  async delete(id: string): Promise<number> {
    await this.#require(id)
    return this.alone(id, async () => {
      const folder = this.#folder(id)
      const bytes = await folderBytes(folder)
      await rm(folder, { recursive: true, force: true })
      return bytes
    })
  }

  /** Hides the account and blocks other calls on it until the work is done. */
  async alone<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#busy.has(id))
      throw new AppError('conflict', 'This account is being removed or restored right now. Try again in a moment.')
    this.#busy.add(id)
    try {
      return await work()
    } finally {
      this.#busy.delete(id)
      this.#emitChange()
    }
  }

  async #putBack(id: string): Promise<void> {
    const file = await this.#file(this.#folder(id))
    const account = file.value?.account ?? unknownAccount(id, this.#ports.clock.now())
    const { accounts } = this.#store
    if (account.kind === 'sandbox' && accounts.some(({ kind }) => kind === 'sandbox')) {
      throw new AppError('conflict', 'The sandbox already has an account. Remove that one first.')
    }
    await this.#store.add({ ...account, name: freeName(account.name, accounts) }, true)
    await rm(notePath(this.#folder(id)), { force: true })
  }

  async #ids(): Promise<string[]> {
    const known = new Set(this.#store.accounts.map(({ id }) => id))
    const entries = await readdir(this.#folder('.'), { withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isDirectory() && !known.has(entry.name) && !this.#busy.has(entry.name))
      .map(({ name }) => name)
  }

  /** The id becomes a folder name, so it must be a removed account’s id. */
  async #require(id: string): Promise<void> {
    if ((await this.#ids()).includes(id)) return
    throw new AppError('not-found', 'The records of this account no longer exist.')
  }

  #folder(id: string): string {
    return accountFolder(this.#ports.paths.data, id)
  }

  #file(folder: string): Promise<JsonFile<Noted | null>> {
    return JsonFile.open<Noted | null>({
      path: notePath(folder),
      initial: null,
      read: (parsed) => {
        const { account, removedAt } = noted.parse(parsed)
        return { account: readStoredAccount(account), removedAt }
      },
      onBroken: () => undefined,
      now: () => this.#ports.clock.now(),
    })
  }
}

const noteName = 'removed.json'

function notePath(folder: string): string {
  return join(folder, noteName)
}

/**
 * Returns an account removed by a version that noted nothing: its records can be read, and its settings can be entered
 * again.
 */
function unknownAccount(id: string, createdAt: number): StoredAccount {
  return readStoredAccount({
    ...accountDefaults,
    id,
    kind: 'service',
    createdAt,
    name: 'Removed account',
    baseUrl: 'https://unknown.invalid/',
    user: 'unknown',
    readOnly: true,
    keyInKeychain: false,
    replacedKeyStays: false,
  })
}
