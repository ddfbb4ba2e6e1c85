import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { detectMimeType } from 'nodemailer/lib/mime-funcs'
import { AppError } from '#shared/contract/base/error.ts'
import { freeContentId } from '#shared/domain/drafts/free-content-id.ts'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { mostFileBytes } from '#shared/contract/base/draft-limits.ts'
import { readImageHead, type ImageHead } from '../../base/images/image-head.ts'
import { isTooLargeToShow, refuseToShow } from '../../base/images/shown-image.ts'
import { fileError } from '../../base/json-file.ts'
import type { MailFile } from '../../base/mail/read-mail.ts'
import { writeWhole, type PartFile } from '../../base/whole-files/part-file.ts'
import type { FileTokens, TokenedFile } from '../../files/index.ts'
import type { DraftOnDisk } from '../store/draft-on-disk.ts'
import { unreadablePart } from './part-bytes.ts'

type Added = { parts: DraftPart[]; problems: { name: string; problem: string }[] }

/** Copies files to a draft, one by one: a file that cannot be read does not stop the others. */
export async function addFiles(
  draft: DraftOnDisk,
  files: FileTokens,
  { tokens, kind }: { tokens: readonly string[]; kind: DraftPart['kind'] },
): Promise<Added> {
  const added: Added = { parts: [], problems: [] }
  const contentIds = new Set(draft.stored.content.parts.map(({ contentId }) => contentId))
  for (const token of tokens) {
    using file = files.hold(token)
    try {
      const { part, problem } = await addFile(draft, file, kind)
      if (part.kind === 'image') part.contentId = freeContentId(part.name, contentIds)
      contentIds.add(part.contentId)
      added.parts.push(part)
      if (problem !== '') added.problems.push({ name: file.name, problem })
    } catch (thrown) {
      added.problems.push({ name: file.name, problem: AppError.from(thrown).message })
    }
    files.release(token)
  }
  return added
}

/** Copies a file from an email, keeping its type and content id. */
export async function addMailFile(draft: DraftOnDisk, file: MailFile): Promise<DraftPart> {
  if (file.bytes.length === 0) {
    const sentence = `The attached file ${file.name} is empty. Remove it from the email, or replace it.`
    throw new AppError('file-unusable', sentence)
  }
  const id = randomUUID()
  const { size, sha256 } = await copyHashed([file.bytes], draft, id)
  const head = await readImageHead(draft.filePath(id))
  const isShown = file.kind === 'image' && notInline(head, size) === ''
  return {
    id,
    kind: isShown ? 'image' : 'attachment',
    name: file.name.slice(0, 255),
    contentType: file.contentType,
    contentId: isShown ? file.contentId : '',
    size,
    sha256,
    width: head?.width ?? null,
    height: head?.height ?? null,
  }
}

async function addFile(
  draft: DraftOnDisk,
  file: TokenedFile,
  wanted: DraftPart['kind'],
): Promise<{ part: DraftPart; problem: string }> {
  await refuseUnusable(file.path)
  const id = randomUUID()
  const { size, sha256 } = await copyHashed(readable(file.path), draft, id)
  const head = await readImageHead(draft.filePath(id))
  const notShown = wanted === 'image' ? notInline(head, size) : ''
  const kind = notShown === '' ? wanted : 'attachment'
  const problem = notShown || notWhatItSays(file.name, head)
  const part: DraftPart = {
    id,
    kind,
    name: file.name.slice(0, 255),
    contentType: head?.contentType ?? typeByName(file.name),
    contentId: '',
    size,
    sha256,
    width: head?.width ?? null,
    height: head?.height ?? null,
  }
  return { part, problem }
}

/** Throws if the file cannot be part of a message. */
export async function refuseUnusable(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error)
  })
  const refuse = (sentence: string) => new AppError('file-unusable', sentence)
  if (found.isDirectory()) throw refuse('This is a folder. Add the files in it, or compress it as a zip file first.')
  if (!found.isFile()) throw refuse('This is not an ordinary file. Choose another file.')
  if (found.size === 0) throw refuse('The file is empty. Choose another file.')
  if (found.size > mostFileBytes)
    throw refuse('The file is larger than 100 MB, which no service accepts. Send a link to it instead.')
}

/** Explains why an image is attached instead of being shown inside the message; empty if it can be shown. */
function notInline(head: ImageHead | null, size: number): string {
  if (head === null) {
    return 'This is not a readable PNG, JPEG, GIF, WebP or AVIF image, so it was added as an attachment.'
  }
  if (isTooLargeToShow(head, size)) {
    return `An image of ${head.width} × ${head.height} pixels is too large to be shown inside a message, so it was added as an attachment.`
  }
  return ''
}

const readTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif'])

/** A damaged image is still attached, because the recipient may be meant to examine it. */
function notWhatItSays(name: string, head: ImageHead | null): string {
  if (head !== null || !readTypes.has(typeByName(name))) return ''
  return 'The file is named like an image but can’t be read as one. It was attached anyway, but recipients may not be able to open it.'
}

/** Copies the entire file into the draft, or nothing at all. */
async function copyHashed(
  source: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  draft: DraftOnDisk,
  id: string,
): Promise<{ size: number; sha256: string }> {
  const target = draft.filePath(id)
  const hash = createHash('sha256')
  let size = 0
  const copy = async (part: PartFile): Promise<void> => {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      await part.write([chunk])
    }
  }
  try {
    await draft.alone(() => mkdir(draft.filesFolder, { recursive: true, mode: 0o700 }))
    await writeWhole(target, copy, { durable: true, mode: 0o600 })
  } catch (error) {
    throw error instanceof AppError ? error : fileError(target, error)
  }
  return { size, sha256: hash.digest('hex') }
}

async function* readable(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(error)
  }
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'The file is no longer in its folder. Add it again.',
  EACCES: 'Mailroom doesn’t have permission to read the file. Check the file’s permissions.',
  EPERM: 'Mailroom doesn’t have permission to read the file. Check the file’s permissions.',
}

export function unreadable(error: unknown): AppError {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = sentences[code] ?? 'The file could not be read completely. Check the disk, then try again.'
  return new AppError('file-unreadable', sentence, { retryable: true, details: { reason: code } })
}

/** Types missing from nodemailer’s table. */
const newerTypes: Readonly<Record<string, string>> = { heic: 'image/heic', heif: 'image/heif', avif: 'image/avif' }

function typeByName(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return newerTypes[ending] ?? detectMimeType(name)
}

function partOf(draft: DraftOnDisk, id: string): DraftPart {
  const found = draft.stored.content.parts.find((part) => part.id === id)
  if (found) return found
  throw new AppError('not-found', 'This file is no longer part of the draft. Add it again.')
}

/** The path of a part’s copy, for use outside the draft; throws if it cannot be read. */
export async function fileOfPart(draft: DraftOnDisk, id: string): Promise<{ path: string; name: string }> {
  const part = partOf(draft, id)
  const path = draft.filePath(id)
  await access(path, constants.R_OK).catch((thrown: unknown) => {
    throw unreadablePart(part, thrown)
  })
  return { path, name: part.name }
}

/**
 * The bytes of an image that the page may decode. The image’s head is read again, because the draft’s own record may be out
 * of date.
 */
export async function imageBytes(path: string): Promise<{ contentType: string; base64: string }> {
  const head = await readImageHead(path).catch((error: unknown) => {
    throw unreadable(error)
  })
  const { size } = await stat(path)
  refuseToShow(head, size)
  return { contentType: head.contentType, base64: (await readFile(path)).toString('base64') }
}
