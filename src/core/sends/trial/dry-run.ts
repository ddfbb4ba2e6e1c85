import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/contract/base/error.ts'
import { ZipWriter } from '#formats/zip/zip-writer.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { noRecipients } from '#shared/domain/drafts/unsendable.ts'
import { safeName } from '#shared/text/safe-name.ts'
import { fileError } from '../../base/json-file.ts'
import type { Ports } from '../../base/ports.ts'
import { exportsFolder, NewFolder, type FileTokens } from '../../files/index.ts'
import type { JobWork } from '../../jobs/index.ts'
import type { DraftOnDisk } from '../../drafts/index.ts'
import type { WrittenMail } from './eml.ts'

/** The maximum number of entries in a zip file without the Zip64 extension. */
const mostInZip = 65_535

type Needs = { readonly ports: Pick<Ports, 'paths' | 'clock'>; readonly files: FileTokens }

/** `parent` is the folder chosen by the user; null for a zip file. */
export function refuseDryRun({ people }: DraftOnDisk, parent: string | null): void {
  if (people.rows.length === 0) throw new AppError('draft-incomplete', noRecipients)
  if (parent !== null || people.rows.length <= mostInZip) return
  const most = english.number(mostInZip)
  throw new AppError('too-many', `A zip file can hold at most ${most} messages. Try again with fewer recipients.`)
}

/** Writes every recipient’s message to a new folder or a single zip file. Nothing is sent. */
export function dryRun(draft: DraftOnDisk, parent: string | null, needs: Needs): JobWork {
  return parent === null ? dryRunToZip(draft, needs) : dryRunToFolder(draft, parent, needs)
}

function dryRunToFolder(draft: DraftOnDisk, parent: string, { ports, files }: Needs): JobWork {
  return async ({ signal, progress }) => {
    const { emlOf } = await mailFiles()
    const { rows } = draft.people
    const mail = writtenMail(draft, ports.clock.now())
    const folder = await NewFolder.make(parent, nameOf(mail))
    const note = () =>
      `${english.number(folder.written)} of ${plural(english, rows.length, 'message')} in “${folder.name}”`
    try {
      for (const [index, person] of rows.entries()) {
        signal.throwIfAborted()
        progress({ fraction: index / rows.length, note: note() })
        await folder.write(entryName(index, rows.length, person.address), emlOf(mail, person), signal)
      }
    } catch (thrown) {
      progress({ note: note() })
      await folder.removeEmpty()
      throw withNote(thrown, note(), folder.written)
    }
    const { token } = await files.register(folder.path)
    const text = `${plural(english, rows.length, 'message')} written to “${folder.name}”.`
    return { text, fileToken: null, savedToken: token }
  }
}

/** Files already written are kept, so the sentence states how many there are. */
function withNote(thrown: unknown, note: string, written: number): unknown {
  if (!(thrown instanceof AppError) || written === 0) return thrown
  const { code, retryable, details } = thrown
  return new AppError(code, `${thrown.message} ${note}.`, { retryable, details, cause: thrown })
}

function dryRunToZip(draft: DraftOnDisk, { ports, files }: Needs): JobWork {
  return async ({ signal, progress }) => {
    const { emlOf } = await mailFiles()
    const path = join(await exportsFolder(ports.paths.data), `${randomUUID()}.part`)
    const { rows } = draft.people
    const mail = writtenMail(draft, ports.clock.now())
    const zip = new ZipWriter(1)
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for (const [index, person] of rows.entries()) {
        signal.throwIfAborted()
        progress({ fraction: index / rows.length, note: `${english.number(index)} of ${english.number(rows.length)}` })
        yield* zip.entry(entryName(index, rows.length, person.address), emlOf(mail, person))
      }
      yield* zip.end()
    }
    try {
      const target = createWriteStream(path, { mode: 0o600 })
      await pipeline(Readable.from(bytes(), { objectMode: false }), target, { signal })
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined)
      throw zipFailure(path, error)
    }
    const { token } = await files.register(path, { name: `${nameOf(mail)}.zip`, isCopy: true })
    return { text: `${plural(english, rows.length, 'message')} ready to save.`, fileToken: token }
  }
}

function writtenMail(draft: DraftOnDisk, at: number): WrittenMail {
  return { content: draft.stored.content, columns: draft.people.columns, filePath: (id) => draft.filePath(id), at }
}

/** Loaded on demand, because the code that writes email files would slow down every start. */
const mailFiles = (): Promise<typeof import('./eml.ts')> => import('./eml.ts')

/** The number keeps files in order and distinguishes them if an address occurs twice. */
function entryName(index: number, count: number, address: string): string {
  const number = String(index + 1).padStart(String(count).length, '0')
  return `${number} ${safeName(address) || 'no address'}.eml`
}

function nameOf({ content }: WrittenMail): string {
  return safeName(content.subject) || 'Messages'
}

function zipFailure(path: string, error: unknown): unknown {
  if (error instanceof Error && error.name === 'ZipLimitError') {
    return new AppError(
      'too-large',
      'The messages take up more than 4 GB, the limit of a zip file. Try again with fewer recipients.',
    )
  }
  const { code } = error as NodeJS.ErrnoException
  return error instanceof AppError || code === undefined || code === 'ABORT_ERR' ? error : fileError(path, error)
}
