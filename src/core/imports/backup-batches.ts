import type { Message } from '#shared/domain/messages/record.ts'
import { BackupFile } from '../archive/backup-file.ts'
import { GrowingSet } from '../base/packs/growing-set.ts'
import { noShape, notAnExport, type FileBatch, type FileReader, type SetAside } from './file-reader.ts'

/** A batch ends at whichever limit is reached first, so that long metadata does not fill the memory. */
const mostRecords = 1024
const mostBytes = 1024 ** 2

/** Reads an archive backup. Its records contain everything that was in the archive, so they are read unchanged. */
export function backupBatches(path: string): FileReader {
  const file = BackupFile.open(path)
  const { facts } = file
  file.close()
  const { lastCreated } = facts
  if (lastCreated === null)
    throw notAnExport('The file is a backup of an archive that has no messages. Choose another file.')
  return {
    kind: 'backup',
    shape: noShape,
    backup: { ...facts, lastCreated },
    check: () => reading(path, (file) => file.check()),
    erased: () => reading(path, (file) => file.erased()),
    batches: () => batches(path),
  }
}

function reading<T>(path: string, work: (file: BackupFile) => T): T {
  const file = BackupFile.open(path)
  try {
    return work(file)
  } finally {
    file.close()
  }
}

async function* batches(path: string): AsyncGenerator<FileBatch> {
  const file = BackupFile.open(path)
  const records = new GrowingSet(mostRecords)
  let setAside: SetAside[] = []
  let read = 0
  try {
    for (const given of file.records()) {
      read += 1
      const message = given && checkedMessage(given)
      if (message) records.append(message)
      else setAside.push({ place: `Record ${read}`, reason: 'The record is damaged' })
      if (records.size + setAside.length < mostRecords && records.textBytes < mostBytes) continue
      yield { records, setAside, done: read / file.facts.messages }
      records.clear()
      setAside = []
    }
    yield { records, setAside, done: 1 }
  } catch (error) {
    // Records read before the damage are imported.
    yield { records, setAside, done: read / file.facts.messages }
    throw error
  } finally {
    file.close()
  }
}

/** Null if a field isn’t what the archive would have written, since anyone may have created the file. */
function checkedMessage(given: Message): Message | null {
  const { id, email, from, subject, apiKey, size, createdDate, lastStateDate, lastState, tags, open, click } = given
  const texts = [id, email, from, subject, apiKey, lastState]
  const counts = [size, open, click]
  const areKnown =
    texts.every((text) => typeof text === 'string') &&
    counts.every((count) => Number.isFinite(count) && count >= 0) &&
    [createdDate, lastStateDate].every(isDate) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string')
  if (!areKnown || id === '' || email === '') return null
  const message: Message = {
    id,
    email,
    from,
    subject,
    apiKey,
    size,
    createdDate,
    lastStateDate,
    lastState,
    tags,
    open,
    click,
  }
  return addDetails(message, given) ? message : null
}

function addDetails(message: Message, { meta, reason, openDetails, clickDetails, extra }: Message): boolean {
  if (meta !== undefined) {
    if (meta !== null && !isObject(meta)) return false
    message.meta = meta
  }
  if (reason !== undefined) {
    if (reason !== null && typeof reason !== 'string') return false
    message.reason = reason
  }
  for (const [name, list] of [
    ['openDetails', openDetails],
    ['clickDetails', clickDetails],
  ] as const) {
    if (list === undefined) continue
    if (!Array.isArray(list)) return false
    message[name] = list
  }
  if (extra === undefined) return true
  message.extra = extra
  return isObject(extra)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The last date that a `Date` can represent. */
const lastDate = 8.64e15

function isDate(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= lastDate
}
