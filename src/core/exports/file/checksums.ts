import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../../base/ports.ts'
import { Queue } from '../../base/queue.ts'
import type { History } from '../history/history.ts'
import { isUnchanged } from './export-part.ts'

/** Reads in chunks, so that even a large file doesn’t block other work for long. */
export async function checksumOf(path: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(chunk as Buffer)
    read?.((chunk as Buffer).length)
  }
  return hash.digest('hex')
}

/**
 * Adds the checksums of finished files to their manifests, by reading the files again, one after another. An export does
 * not wait for this: at disk speed, the checksum takes as long as the writing.
 */
export class Checksums {
  readonly #history: History
  readonly #logger: Logger
  readonly #stop = new AbortController()
  readonly #queue = new Queue()

  constructor(history: History, logger: Logger) {
    this.#history = history
    this.#logger = logger
  }

  async add(id: string): Promise<void> {
    try {
      await this.#queue.add(() => this.#add(id))
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.#logger.log('warn', 'An export’s checksum could not be calculated.', { reason: String(error) })
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#queue.settled()
  }

  async #add(id: string): Promise<void> {
    const { signal } = this.#stop
    const { manifest, folderPath, name, identity, state } = this.#history.get(id)
    if (signal.aborted || state !== 'done' || !manifest || manifest.sha256 !== null || folderPath === null) return
    const path = join(folderPath, name)
    // A file that was changed in the meantime gets no checksum.
    if (!(await isUnchanged(path, identity))) return
    const sha256 = await checksumOf(path, signal)
    if (!(await isUnchanged(path, identity))) return
    // The manifest is read again, because a person erased in the meantime must not reappear.
    const { manifest: latest } = this.#history.get(id)
    if (latest) await this.#history.change(id, { manifest: { ...latest, sha256 } })
  }
}
