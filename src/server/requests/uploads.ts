import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomBytes } from 'node:crypto'
import type { App } from '#core/create-app.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import { sendJson } from './json-body.ts'
import { Refusal } from './refusal.ts'

/**
 * The maximum number of bytes kept while the host runs. A page imports one file at a time, so the oldest unused file is
 * removed to make room.
 */
const mostBytes = 8 * 1024 ** 3

const controlCharacters = /\p{Cc}/gu

const folderIn = (dataFolder: string): string => join(dataFolder, 'uploads')

/** Tokens expire with the process, so files from an earlier run can never be used again. */
export function removeUploads(dataFolder: string): Promise<void> {
  return rm(folderIn(dataFolder), { recursive: true, force: true })
}

/**
 * `PUT /files?name=…` receives a file that the user picked or dropped in the page. It stays on disk until this host
 * stops.
 */
export class Uploads {
  readonly #app: App
  readonly #folder: string
  readonly #most: number
  #coming = 0

  constructor(app: App, dataFolder: string, most = mostBytes) {
    this.#app = app
    this.#most = most
    this.#folder = folderIn(dataFolder)
  }

  async receive(request: IncomingMessage, response: ServerResponse, name: string | null): Promise<void> {
    const shown = displayName(name)
    this.#checkRoom(Number(request.headers['content-length'] ?? 0))
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // The name sent by the page is only displayed. The name on disk is our own, so it cannot leave the folder or clash.
    const path = join(this.#folder, randomBytes(12).toString('hex'))
    if (request.headers.expect) response.writeContinue()
    let file: FileRef
    let received = 0
    const count = (length: number) => {
      received += length
      this.#coming += length
      this.#checkRoom(0)
    }
    try {
      await pipeline(request, counted(count), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      file = await this.#app.files.register(path, { name: shown, isCopy: true })
    } catch (thrown) {
      await rm(path, { force: true })
      throw explain(thrown)
    } finally {
      this.#coming -= received
    }
    sendJson(response, { ok: true, output: file })
  }

  #checkRoom(more: number): void {
    if (this.#app.files.makeRoom(this.#folder, this.#coming + more, this.#most)) return
    throw new Refusal(413, 'upload-too-large', 'The file is too large for Mailroom. Split it, and import the parts.')
  }
}

function counted(count: (length: number) => void) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      count(chunk.length)
      yield chunk
    }
  }
}

function displayName(name: string | null): string {
  const shown = (name ?? '').replace(controlCharacters, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (shown === '' || shown.length > 255) {
    throw new Refusal(400, 'invalid-file-name', 'An upload needs a name of 1 to 255 characters.')
  }
  return shown
}

function explain(thrown: unknown): unknown {
  const code = (thrown as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') {
    return new AppError(
      'disk-full',
      'The file could not be uploaded, because the disk is full. Free up some space, then try again.',
      { retryable: true },
    )
  }
  return thrown
}
