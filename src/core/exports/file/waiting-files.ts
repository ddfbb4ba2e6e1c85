import { rm } from 'node:fs/promises'
import type { FileRef } from '#shared/contract/files.ts'
import type { FileTokens } from '../../files/index.ts'
import type { StoredExport } from '../history/stored-export.ts'

/** Files waiting to be saved, by export id. */
export class WaitingFiles {
  readonly #files: FileTokens
  readonly #tokens = new Map<string, string>()

  constructor(files: FileTokens) {
    this.#files = files
  }

  async keep({ id, name }: StoredExport, path: string): Promise<FileRef> {
    try {
      const ref = await this.#files.register(path, { name, isCopy: true })
      this.#tokens.set(id, ref.token)
      return ref
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined)
      throw error
    }
  }

  /** Null once the page has released the token. */
  tokenOf(id: string): string | null {
    const token = this.#tokens.get(id)
    if (token === undefined) return null
    try {
      this.#files.find(token)
      return token
    } catch {
      this.#tokens.delete(id)
      return null
    }
  }
}
