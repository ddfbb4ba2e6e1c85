import { open, stat } from 'node:fs/promises'
import { headLength, recogniseFile } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { messageOf } from '../base/packs/record-set.ts'
import { csvBatches } from './csv-batches.ts'
import { notAnExport, translated, type FileReader } from './file-reader.ts'
import { jsonBatches } from './json-batches.ts'
import { sheetBatches } from './sheet-batches.ts'

/** Chooses the reader by the file’s content, not by its name. */
export async function openImportFile(path: string, tempFolder: string): Promise<FileReader> {
  const { kind, what } = recogniseFile(await readHead(path))
  switch (kind) {
    case 'empty':
      throw notAnExport('The file is empty. Choose another file.')
    case 'json':
      return jsonBatches(path)
    case 'text':
      return csvBatches(path)
    case 'zip':
      return sheetBatches(path, 'xlsx', tempFolder)
    case 'compound':
      return sheetBatches(path, 'xls', tempFolder)
    case 'database':
      // SQLite is loaded only for the few files that need it.
      return (await import('./backup-batches.ts')).backupBatches(path)
    case 'foreign':
      throw notAnExport(`The file is not a message export. It is ${what}.`)
  }
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

/** The error for a pipe or a device, which may have no end or make its reader wait forever. */
function notAFile(): AppError {
  return notAnExport('This is not an ordinary file. Choose an export file.')
}

/** A file whose first records, up to this many, are all unreadable is not an export. */
const triedRecords = 500

/** The first message in a file. If there is none, throws an error with a sentence giving the reason. */
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
  if (reason === '') throw notAnExport('The file is an export that contains no messages. Choose another file.')
  throw notAnExport(
    `The file is not a message export. Its first record can’t be read: ${lowerFirst(reason)}. Choose an export file.`,
  )
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
