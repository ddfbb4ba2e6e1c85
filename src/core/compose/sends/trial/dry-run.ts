import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/contract/base/error.ts'
import { ZipWriter } from '#formats/zip/zip-writer.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { noRecipients } from '#shared/domain/compose/unsendable.ts'
import { fileError } from '../../../base/json-file.ts'
import type { Ports } from '../../../base/ports.ts'
import { exportsFolder, type FileTokens } from '../../../files/index.ts'
import type { JobWork } from '../../../jobs/index.ts'
import type { DraftFolder } from '../../drafts/draft-folder.ts'

/** The most entries of a zip file in its common form. */
const mostMessages = 65_535

type Needs = { readonly ports: Pick<Ports, 'paths' | 'clock'>; readonly files: FileTokens }

export function refuseDryRun({ people }: DraftFolder): void {
  if (people.rows.length === 0) throw new AppError('draft-incomplete', noRecipients)
  if (people.rows.length <= mostMessages) return
  const most = english.number(mostMessages)
  throw new AppError('too-many', `A zip file has room for ${most} messages. Try it with fewer recipients.`)
}

/** Writes the message of every recipient into one zip file. Nothing is sent. */
export function dryRun(draft: DraftFolder, { ports, files }: Needs): JobWork {
  return async ({ signal, progress }) => {
    // Loaded when needed, because the mail writer would slow down every start.
    const { emlOf } = await import('./eml.ts')
    const path = join(await exportsFolder(ports.paths.data), `${randomUUID()}.part`)
    const { rows } = draft.people
    const at = ports.clock.now()
    const zip = new ZipWriter(1)
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for (const [index, person] of rows.entries()) {
        signal.throwIfAborted()
        progress({ fraction: index / rows.length, note: `${english.number(index)} of ${english.number(rows.length)}` })
        yield* zip.entry(entryName(index, rows.length, person.address), emlOf(draft, person, at))
      }
      yield* zip.end()
    }
    try {
      await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }), {
        signal,
      })
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined)
      throw failure(path, error)
    }
    const { token } = await files.register(path, { name: fileName(draft.stored.content.subject), isCopy: true })
    return { text: `${plural(english, rows.length, 'mail')} ready to be saved.`, fileToken: token }
  }
}

/** The number keeps them in order, and apart if an address occurs twice. */
function entryName(index: number, count: number, address: string): string {
  const number = String(index + 1).padStart(String(count).length, '0')
  return `${number} ${safeName(address.trim()) || 'no address'}.eml`
}

function fileName(subject: string): string {
  return `${safeName(subject.trim()) || 'Messages'}.zip`
}

/** A name that every system accepts, and that cannot lead out of its folder. */
function safeName(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-').replace(/^[. ]{1,100}/, '')
  return [...plain].slice(0, 100).join('').trimEnd().replace(/\.$/, '-')
}

function failure(path: string, error: unknown): unknown {
  if (error instanceof Error && error.name === 'ZipLimitError') {
    return new AppError(
      'too-large',
      'The messages take more than 4 GB, for which a zip file has no room. Try it with fewer recipients.',
    )
  }
  const { code } = error as NodeJS.ErrnoException
  return error instanceof AppError || code === undefined || code === 'ABORT_ERR' ? error : fileError(path, error)
}
