import { randomBytes, randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import { safeName } from '#shared/text/safe-name.ts'
import { fileError } from '../base/json-file.ts'
import { writeWhole } from '../base/whole-files/part-file.ts'
import { exportsFolder } from './exports-folder.ts'

export type TokenedFile = { readonly path: string; readonly name: string; readonly size: number }

/** A file that stays on disk until it is disposed of, even if its token is released. */
export type HeldFile = TokenedFile & Disposable

type Entry = {
  readonly file: TokenedFile
  /** Whether this is Mailroom’s own copy, which is removed with its token. A user’s file is never removed. */
  readonly isCopy: boolean
  readonly released: AbortController
  holders: number
}

/**
 * The page gets tokens instead of paths. A token identifies one file until it is released or the app quits. Tokens cannot
 * be guessed, so the page can refer only to files that the host gave it.
 */
export class FileTokens {
  readonly #entries = new Map<string, Entry>()
  readonly #removals = new Set<Promise<void>>()
  readonly #data: string

  constructor(data: string) {
    this.#data = data
  }

  async register(path: string, { name = basename(path), isCopy = false } = {}): Promise<FileRef> {
    const { size } = await stat(path)
    const token = randomBytes(18).toString('base64url')
    const file = { path, name, size }
    this.#entries.set(token, { file, isCopy, released: new AbortController(), holders: 0 })
    return { token, name, size }
  }

  /** Always the same token for a folder. The disk is not accessed, because a network drive may be unreachable. */
  folder(path: string): string {
    for (const [token, { file, isCopy }] of this.#entries) if (!isCopy && file.path === path) return token
    const token = randomBytes(18).toString('base64url')
    const file = { path, name: basename(path), size: 0 }
    this.#entries.set(token, { file, isCopy: false, released: new AbortController(), holders: 0 })
    return token
  }

  /**
   * Writes a file for the user to save, such as a chart image. If the disk is full, no partial file remains.
   */
  async keep(name: string, content: Uint8Array): Promise<FileRef> {
    const path = join(await exportsFolder(this.#data), randomUUID())
    try {
      await writeWhole(path, (part) => part.write([content]), { mode: 0o600 })
    } catch (error) {
      throw fileError(path, error)
    }
    return this.register(path, { name: safeName(name) || 'File', isCopy: true })
  }

  find(token: string): TokenedFile {
    return this.#entry(token).file
  }

  /** Aborted when the token is released, because work on the file is then no longer needed. */
  released(token: string): AbortSignal {
    return this.#entry(token).released.signal
  }

  hold(token: string): HeldFile {
    const entry = this.#entry(token)
    entry.holders += 1
    let isHeld = true
    const dispose = () => {
      if (!isHeld) return
      isHeld = false
      entry.holders -= 1
      this.#tidy(entry)
    }
    return { ...entry.file, [Symbol.dispose]: dispose }
  }

  /** A copy is removed from the disk once it is no longer held. */
  release(token: string): void {
    const entry = this.#entries.get(token)
    if (!entry) return
    this.#entries.delete(token)
    entry.released.abort(new AppError('cancelled', 'Cancelled.'))
    this.#tidy(entry)
  }

  /** Releases every copy. Resolves once all copies that are not held have been removed. */
  async releaseCopies(): Promise<void> {
    for (const [token, { isCopy }] of this.#entries) if (isCopy) this.release(token)
    await Promise.all(this.#removals)
  }

  /** Releases copies in this folder, oldest first, until this many bytes fit; returns whether they do. */
  makeRoom(folder: string, bytes: number, most: number): boolean {
    const copies = [...this.#entries].filter(([, { file, isCopy }]) => isCopy && file.path.startsWith(folder))
    let used = copies.reduce((sum, [, { file }]) => sum + file.size, bytes)
    for (const [token, { file, holders }] of copies) {
      if (used <= most) return true
      if (holders > 0) continue
      this.release(token)
      used -= file.size
    }
    return used <= most
  }

  #entry(token: string): Entry {
    const entry = this.#entries.get(token)
    if (!entry) throw new AppError('file-gone', 'Mailroom no longer has that file. Choose it again.')
    return entry
  }

  #tidy({ file, isCopy, holders, released }: Entry): void {
    if (!isCopy || holders > 0 || !released.signal.aborted) return
    // A report that was saved twice has two tokens, so the file is kept while the other token exists.
    if ([...this.#entries.values()].some((other) => other.file.path === file.path)) return
    const removal = rm(file.path, { force: true }).catch(() => undefined)
    this.#removals.add(removal)
    void removal.finally(() => this.#removals.delete(removal))
  }
}
