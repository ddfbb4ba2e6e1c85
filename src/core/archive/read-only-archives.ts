import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { PerAccount } from '../base/per-account.ts'
import { openReadOnly } from './engine/read-only-archive.ts'
import type { ReadingPort } from './port/archive-port.ts'

type ReadOnlyArchivesOptions = {
  readonly account: (accountId: string) => Account
  readonly folder: (accountId: string) => string
  /** `Paths.worker('archive')`. */
  readonly worker: URL
}

/** The archives of a program that only reads, opened at their first use. */
export class ReadOnlyArchives {
  readonly #options: ReadOnlyArchivesOptions
  readonly #archives: PerAccount<ReadingPort>

  constructor(options: ReadOnlyArchivesOptions) {
    this.#options = options
    this.#archives = new PerAccount((id) => openReadOnly({ folder: options.folder(id), worker: options.worker }))
  }

  async of(accountId: string): Promise<ReadingPort> {
    const refusal = historyRefusal(this.#options.account(accountId))
    if (refusal) throw refusal
    return this.#archives.of(accountId)
  }

  /** If an archive cannot be closed, nothing is lost, because it was only read. */
  closeAll(): Promise<void> {
    return this.#archives.closeAll(() => undefined)
  }
}

export function historyRefusal({ storeHistory, name }: Account): AppError | null {
  if (storeHistory) return null
  return new AppError(
    'history-not-kept',
    `Mailroom keeps no history for ${name}. In Messages, you can search its messages on the service.`,
  )
}
