import { open, stat } from 'node:fs/promises'
import { headLength, recogniseFile } from '#formats/recognise.ts'
import { UnreadableFile } from '#formats/base/unreadable-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileType } from '#shared/domain/exports/file-type.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { GrowingSet } from '../base/packs/growing-set.ts'
import { messageOf } from '../base/packs/record-set.ts'
import { csvBatches } from './csv-batches.ts'
import { jsonBatches } from './json-batches.ts'
import { sheetBatches } from './sheet-batches.ts'

/** Of a file, read at once. More is no faster: 256 KB took 50 MB more memory, and blocked others for longer. */
export const chunkBytes = 64 * 1024

/** A record that could not be read: where it stands, and why. */
export type SetAside = { readonly place: string; readonly reason: string }

export type FileBatch = {
  /** Until the next batch is asked for. */
  records: GrowingSet
  setAside: SetAside[]
  /** How much of the file was read, 0 to 1. */
  done: number
}

export type FileShape = { absent: readonly string[]; extra: readonly string[] }

/** A file as a source of messages; `shape` is known once the first batch is there. */
export type FileReader = {
  readonly kind: FileType
  readonly shape: FileShape
  /** From the first record on, once. Ends with an AppError when the file is not whole. */
  batches(): AsyncGenerator<FileBatch>
}

export const noShape: FileShape = { absent: [], extra: [] }

export function notAnExport(sentence: string): AppError {
  return new AppError('not-an-export', sentence)
}

/** The file was an export so far, and cannot be read on. */
export function brokenFile(sentence: string): AppError {
  return new AppError('file-broken', sentence)
}

/** Opens a file by what it holds, whatever its name says. */
export async function openImportFile(path: string, tempFolder: string): Promise<FileReader> {
  const { kind, what } = recogniseFile(await readHead(path))
  switch (kind) {
    case 'empty':
      throw notAnExport('The file is empty.')
    case 'json':
      return jsonBatches(path)
    case 'text':
      return csvBatches(path)
    case 'zip':
      return sheetBatches(path, 'xlsx', tempFolder)
    case 'compound':
      return sheetBatches(path, 'xls', tempFolder)
    case 'foreign':
      throw notAnExport(`The file is not an export of messages: it is ${what}.`)
  }
}

/** A pipe or a device has no end, or lets its reader wait for ever. */
function notAFile(): AppError {
  return notAnExport('This is not an ordinary file. Choose a file with an export.')
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile() && !found.isDirectory()) throw notAFile()
    await using file = await open(path)
    const head = Buffer.alloc(headLength)
    const { bytesRead } = await file.read(head, 0, headLength, 0)
    return head.subarray(0, bytesRead)
  } catch (error) {
    throw translated(error)
  }
}

/** So many records that cannot be read at the beginning of a file, and it is no export. */
const triedRecords = 500

/** The first message of a file, or the sentence why there is none. */
export async function firstMessage(reader: FileReader): Promise<Message> {
  let tried = 0
  let reason = ''
  try {
    for await (const { records, setAside } of reader.batches()) {
      if (records.size > 0) return messageOf(records, 0)
      reason ||= setAside[0]?.reason ?? ''
      tried += setAside.length
      if (tried > triedRecords) break
    }
  } catch (thrown) {
    throw AppError.from(thrown).code === 'file-broken' ? notAnExport(AppError.from(thrown).message) : thrown
  }
  if (reason === '') throw notAnExport('The file is an export without a single message.')
  throw notAnExport(`The file is not an export of messages. Its first record cannot be read: ${lowerFirst(reason)}.`)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** What a reader of the formats says about a file is meant for its owner. */
export function translated(thrown: unknown): unknown {
  if (thrown instanceof UnreadableFile) return brokenFile(thrown.message)
  const { syscall, code } = thrown as NodeJS.ErrnoException
  if (syscall === undefined) return thrown
  const sentences: Record<string, string> = {
    ENOENT: 'The file is no longer where it was. Choose it again.',
    EACCES: 'Mailroom may not read the file. Check its permissions.',
    EPERM: 'Mailroom may not read the file. Check its permissions.',
    EISDIR: 'This is a folder. Choose a file in it.',
  }
  const sentence = sentences[code ?? ''] ?? 'The disk could not read the file to its end.'
  return new AppError('file-unreadable', sentence, { retryable: true, details: { reason: code } })
}
