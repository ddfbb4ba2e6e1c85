import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { accountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { teamServer } from '#shared/contract/base/team/team-server.ts'
import { learned } from '../api/read/learned.ts'
import { fileError, JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const storedAccount = z.object({
  ...accountProfile.shape,
  id: z.string().min(1),
  kind: z.enum(['service', 'sandbox']),
  createdAt: z.number(),
  /** False for a key kept for one run only, whose absence at the next start isn’t a fault. */
  keyInKeychain: z.boolean(),
  /**
   * Whether the keychain may contain a key that the account doesn’t use, because the key was replaced by one for this
   * run but not removed, or because it was stored just before Mailroom was killed.
   */
  replacedKeyStays: z.boolean(),
  // Learned facts can be learned again, so an entry in another version’s form is dropped instead of invalidating the file.
  learned: learned.catch({}),
  teamServer: teamServer.nullable(),
  lastTeamServer: teamServer.nullable(),
  teamPasswordInKeychain: z.boolean(),
})
export type StoredAccount = Readonly<z.infer<typeof storedAccount>>

export type AccountList = {
  readonly accounts: readonly StoredAccount[]
  readonly currentId: string | null
  /** Ids of new accounts whose key may be in the keychain although they were never written. */
  readonly unwritten: readonly string[]
}

const noAccounts: AccountList = { accounts: [], currentId: null, unwritten: [] }

const listShape = z.object({
  accounts: z.array(z.unknown()),
  currentId: z.string().nullable(),
  unwritten: z.array(z.string()).default([]),
})

const fileName = 'accounts.json'

/**
 * Reads the accounts for a program that must not write, because the app that uses the data folder may be changing the
 * file.
 */
export async function readAccountFile(dataFolder: string): Promise<AccountList> {
  const path = join(dataFolder, fileName)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noAccounts
    throw fileError(path, error)
  }
  try {
    return readAccountList(JSON.parse(text))
  } catch (error) {
    const sentence = 'The list of accounts can’t be read. Start Mailroom once to set the damaged file aside.'
    throw new AppError('accounts-unreadable', sentence, { details: { path }, cause: error })
  }
}

export function openAccountFile(ground: FileGround): Promise<JsonFile<AccountList>> {
  return JsonFile.inDataFolder<AccountList>(ground, {
    name: fileName,
    initial: noAccounts,
    read: readAccountList,
  })
}

function readAccountList(parsed: unknown): AccountList {
  const list = listShape.parse(parsed)
  return { ...list, accounts: list.accounts.map(readStoredAccount) }
}

/** The defaults fill in fields that a file from an older version lacks. */
export function readStoredAccount(entry: unknown): StoredAccount {
  return storedAccount.parse({
    ...accountDefaults,
    learned: {},
    keyInKeychain: true,
    replacedKeyStays: true,
    teamServer: null,
    lastTeamServer: (entry as { teamServer?: unknown }).teamServer ?? null,
    teamPasswordInKeychain: false,
    ...(entry as object),
  })
}
