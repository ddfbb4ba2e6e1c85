import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportLayout } from '#shared/contract/exports.ts'
import type { ServiceClient } from '../../api/index.ts'
import { makePrivateFolder } from '../../base/folders.ts'
import type { Content, Target } from './content.ts'
import { fileTypeOf, provedOf, writeServiceFile } from './service-source.ts'

const uuidLength = 36

/**
 * The service’s responses to delta requests, kept until the user has the finished file. They cannot be requested again,
 * because the service has moved its marker. Therefore, the rows must not be lost if a disk is full or a folder is
 * missing.
 */
export class DeltaFolder {
  readonly #path: string

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'deltas')
  }

  /** Sends the request, and returns once the response is stored safely. */
  async fetch(
    id: string,
    layout: ExportLayout,
    { client, signal }: { client: Pick<ServiceClient, 'exports'>; signal: AbortSignal },
  ): Promise<Content['completeness']> {
    await makePrivateFolder(this.#path)
    const download = await client.exports.delta(fileTypeOf(layout.format), {}, { signal })
    await download.save(this.fileOf(id))
    return provedOf(download.completeness())
  }

  async write(id: string, layout: ExportLayout, target: Target): Promise<Omit<Content, 'completeness'>> {
    const path = this.fileOf(id)
    target.progress.totalBytes = (await stat(path)).size
    const file = createReadStream(path, { highWaterMark: 512 * 1024 })
    target.progress.received = () => file.bytesRead
    return writeServiceFile(file as AsyncIterable<Uint8Array>, layout, target)
  }

  async has(id: string): Promise<boolean> {
    return (await stat(this.fileOf(id)).catch(() => null)) !== null
  }

  /** The path of the data received before a response was interrupted; null if there is none. */
  async brokenPart(id: string): Promise<string | null> {
    const names = await readdir(this.#path).catch(() => [])
    const name = names.find((one) => one.startsWith(`${id}.part-`))
    return name === undefined ? null : join(this.#path, name)
  }

  async remove(id: string): Promise<void> {
    const names = await readdir(this.#path).catch(() => [])
    for (const name of names) if (name.startsWith(id)) await rm(join(this.#path, name), { force: true })
  }

  /** Removes deltas whose exports are no longer listed. */
  async removeOthers(ids: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#path).catch(() => [])
    for (const name of names) {
      if (!ids.has(name.slice(0, uuidLength))) await rm(join(this.#path, name), { force: true })
    }
  }

  fileOf(id: string): string {
    return join(this.#path, id)
  }
}
