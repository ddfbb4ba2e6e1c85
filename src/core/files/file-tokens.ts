import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '#shared/contract/error.ts'
import type { FileRef } from '#shared/contract/files.ts'

export type TokenedFile = { readonly path: string; readonly name: string; readonly size: number }

/**
 * What the page holds instead of paths. A token names one file until it is released or the app quits;
 * it is not guessable, so a page can only name files that the host gave it.
 */
export class FileTokens {
  readonly #files = new Map<string, TokenedFile>()

  async register(path: string, name = basename(path)): Promise<FileRef> {
    const { size } = await stat(path)
    const token = randomBytes(18).toString('base64url')
    this.#files.set(token, { path, name, size })
    return { token, name, size }
  }

  find(token: string): TokenedFile {
    const file = this.#files.get(token)
    if (!file) {
      throw new AppError('file-gone', 'Mailroom no longer has that file. Choose it again.')
    }
    return file
  }

  release(token: string): void {
    this.#files.delete(token)
  }
}
