import type { Account } from '#shared/contract/accounts.ts'
import type { CleanablePart, StoredPart } from '#shared/contract/storage.ts'

/** Whether an account’s files are kept when the account is removed or no longer keeps history. */
type Files = 'keep' | 'delete'

type SizeOf = (accountId: string) => Promise<Omit<StoredPart, 'part'> | null>

export type ErasedPerson = {
  readonly accountId: string
  readonly email: string
  /** Whether saved views that name the person are kept, because the user wants to keep what was created by hand. */
  readonly keepsViews: boolean
}

/** Why a room isn’t called when a person is erased. */
type NothingToErase = 'keeps no addresses' | 'is erased from first' | 'erases by itself' | 'is the service'
type Erase = (person: ErasedPerson) => Promise<void>
type AfterRemoval = (account: Account, files: Files) => Promise<void>

/**
 * The data that a room keeps about people and accounts. Every room must declare it, so that a new store of addresses
 * can’t be added without deciding how a person is erased from it.
 */
export type Keeps = {
  /**
   * Erases a person permanently: once this resolves, nothing that the room has stored names them, except what `remains`
   * and `written` list. May be called again for the same person.
   */
  readonly erase: NothingToErase | Erase
  /**
   * Files that Mailroom wrote to folders chosen by the user and that may still name a person. They are listed after an
   * erasure, never removed.
   */
  readonly remains?: (accountId: string) => Promise<readonly string[]>
  /**
   * The user’s texts that still name the person after the erasure. They are listed and left unchanged, because a change
   * would alter the user’s words.
   */
  readonly written?: (person: ErasedPerson) => Promise<readonly string[]>
  /** How to measure the parts of an account’s data that this room keeps on disk. */
  readonly size: 'too little to count' | { readonly [Part in StoredPart['part']]?: SizeOf }
  /** Removes data older than `before` that the user can do without. */
  readonly cleanUp?: { readonly [Part in CleanablePart]?: (accountId: string, before: number) => Promise<void> }
  /**
   * Closes the account’s open files, and removes what the room keeps outside the account’s folder. Called once nothing
   * more can be opened for the account.
   */
  readonly afterRemoval: 'keeps nothing of accounts' | AfterRemoval
  /** Returns a function that undoes what was done, in case saving the account fails. */
  readonly beforeHistoryStarts?: (accountId: string) => Promise<() => Promise<void>>
  readonly afterHistoryStops?: (accountId: string, files: Files) => Promise<void>
}

export const keepsNothing: Keeps = {
  erase: 'keeps no addresses',
  size: 'too little to count',
  afterRemoval: 'keeps nothing of accounts',
}

/** Calls all rooms one after another, starting with the last, because a room may use the rooms before it. */
export class KeptByRooms {
  #lastFirst: readonly Keeps[] = []

  /** Must be called once all rooms are open. */
  use(lastFirst: readonly Keeps[]): void {
    this.#lastFirst = lastFirst
  }

  async beforeHistoryStarts(accountId: string): Promise<() => Promise<void>> {
    const undos: (() => Promise<void>)[] = []
    for (const keeps of this.#lastFirst) {
      const undo = await keeps.beforeHistoryStarts?.(accountId)
      if (undo) undos.unshift(undo)
    }
    return async () => {
      for (const undo of undos) await undo()
    }
  }

  async afterHistoryStops(accountId: string, files: Files): Promise<void> {
    for (const keeps of this.#lastFirst) await keeps.afterHistoryStops?.(accountId, files)
  }

  erase(person: ErasedPerson): Promise<void> {
    const erasing = this.#lastFirst.map(({ erase }) => erase)
    return eachInTurn(...erasing.filter((erase) => typeof erase === 'function'))(person)
  }

  async sizes(accountId: string): Promise<StoredPart[]> {
    const parts: StoredPart[] = []
    for (const { size } of this.#lastFirst) {
      if (typeof size === 'string') continue
      for (const part of Object.keys(size) as StoredPart['part'][]) {
        const found = await size[part]?.(accountId)
        if (found) parts.push({ part, ...found })
      }
    }
    return parts
  }

  /** How many bytes on disk a part of the account’s data takes up; null if there is nothing. */
  async bytesOf(accountId: string, part: StoredPart['part']): Promise<number | null> {
    for (const { size } of this.#lastFirst) {
      const found = typeof size === 'string' ? null : await size[part]?.(accountId)
      if (found) return found.bytes
    }
    return null
  }

  async cleanUp(accountId: string, part: CleanablePart, before: number): Promise<void> {
    for (const { cleanUp } of this.#lastFirst) await cleanUp?.[part]?.(accountId, before)
  }

  async written(person: ErasedPerson): Promise<string[]> {
    const written: string[] = []
    for (const keeps of this.#lastFirst) written.push(...((await keeps.written?.(person)) ?? []))
    return written
  }

  async remains(accountId: string): Promise<string[]> {
    const remains: string[] = []
    for (const keeps of this.#lastFirst) remains.push(...((await keeps.remains?.(accountId)) ?? []))
    return remains
  }

  afterRemoval(account: Account, files: Files): Promise<void> {
    const removing = this.#lastFirst.map(({ afterRemoval }) => afterRemoval)
    return eachInTurn(...removing.filter((remove) => typeof remove === 'function'))(account, files)
  }
}

/**
 * Calls the functions one after another. If one fails, the others are still called, and the error is thrown afterwards.
 */
export function eachInTurn<Given extends unknown[]>(
  ...works: readonly ((...given: Given) => Promise<void>)[]
): (...given: Given) => Promise<void> {
  return async (...given) => {
    const failures: unknown[] = []
    for (const work of works) await work(...given).catch((thrown: unknown) => failures.push(thrown))
    if (failures.length > 0) throw failures[0]
  }
}
