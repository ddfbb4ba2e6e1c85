import type { Account } from '#shared/contract/accounts.ts'

/** What a room above keeps of each account, and what becomes of it when the account changes or goes. */
export type AccountDependant = {
  /** Bytes of history on the disk, null where there is none. */
  historyBytes?(accountId: string): Promise<number | null>
  /** Returns how to undo it, should the account not be saved. */
  beforeHistoryStarts?(accountId: string): Promise<() => Promise<void>>
  afterHistoryStops?(accountId: string, files: 'keep' | 'delete'): Promise<void>
  /** A person is erased for good: nothing on the disk may name them once this resolves. It may be asked again. */
  eraseRecipient?(accountId: string, email: string): Promise<void>
  /** Nothing can be opened for the account any more: what is open is closed. */
  afterRemoval?(account: Account, files: 'keep' | 'delete'): Promise<void>
}

/** Called one after the other, the last one added first: it may use those before it. */
export class AccountDependants {
  readonly #lastFirst: AccountDependant[] = []

  add(dependant: AccountDependant): void {
    this.#lastFirst.unshift(dependant)
  }

  async historyBytes(accountId: string): Promise<number | null> {
    for (const dependant of this.#lastFirst) {
      const bytes = (await dependant.historyBytes?.(accountId)) ?? null
      if (bytes !== null) return bytes
    }
    return null
  }

  async beforeHistoryStarts(accountId: string): Promise<() => Promise<void>> {
    const undos: (() => Promise<void>)[] = []
    for (const dependant of this.#lastFirst) {
      const undo = await dependant.beforeHistoryStarts?.(accountId)
      if (undo) undos.unshift(undo)
    }
    return async () => {
      for (const undo of undos) await undo()
    }
  }

  async afterHistoryStops(accountId: string, files: 'keep' | 'delete'): Promise<void> {
    for (const dependant of this.#lastFirst) await dependant.afterHistoryStops?.(accountId, files)
  }

  /** A room that fails does not keep the others from it; its failure is thrown once all were asked. */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const failures: unknown[] = []
    for (const dependant of this.#lastFirst) {
      await dependant.eraseRecipient?.(accountId, email).catch((thrown: unknown) => failures.push(thrown))
    }
    if (failures.length > 0) throw failures[0]
  }

  async afterRemoval(account: Account, files: 'keep' | 'delete'): Promise<void> {
    for (const dependant of this.#lastFirst) await dependant.afterRemoval?.(account, files)
  }
}
