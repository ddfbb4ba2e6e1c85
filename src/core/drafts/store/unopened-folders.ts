import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { fileError } from '../../base/json-file.ts'
import type { Logger } from '../../base/ports.ts'
import { goesWith, type AccountRemoval } from './owner-of-folder.ts'

/**
 * Folders that could not be opened when Mailroom started, for example because of missing permissions. They may name a
 * person being erased, or recipients of an account being removed.
 */
export class UnopenedFolders {
  readonly #root: string
  readonly #ids = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  add(id: string): void {
    this.#ids.add(id)
  }

  /** Tries again to open each folder that still exists; returns the reasons why folders still cannot be opened. */
  retry(open: (id: string) => Promise<unknown>): Promise<AppError[]> {
    return this.visit(async (id) => {
      await open(id)
      this.#ids.delete(id)
    })
  }

  /** Removes an account’s folders; returns the reasons why folders could not be removed. */
  removeOf(account: AccountRemoval, logger: Logger): Promise<AppError[]> {
    return this.visit(async (id) => {
      const path = join(this.#root, id)
      if (await goesWith(path, account, logger)) await rm(path, { recursive: true, force: true })
    })
  }

  /** Returns the reasons why the work failed for folders that still exist. */
  async visit(work: (id: string) => Promise<unknown>): Promise<AppError[]> {
    const failures: AppError[] = []
    for (const id of this.#ids) {
      const path = join(this.#root, id)
      try {
        if (existsSync(path)) await work(id)
      } catch (error) {
        failures.push(error instanceof AppError ? error : fileError(path, error))
      }
    }
    return failures
  }
}
