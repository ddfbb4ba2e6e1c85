import { writeTable } from '#formats/index.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { ExportRecord } from '#shared/domain/service/records.ts'
import type { ExportDownload } from '#core/api/index.ts'
import { bytesOf } from './table-files.ts'

const rows = [
  ['m1', 'k', 1_700_000_000, 1_700_000_001, 'f@x.org', 'a@x.org', 'Grüße, "you"', 1, 'a,b', 'delivered', 1, 0],
  ['m2', 'k', 1_700_000_000, 1_700_000_001, 'f@x.org', 'b@x.org', '', 2, '', 'error', 0, 0],
]
const records = rows.map(
  ([id, apiKey, createdDate, lastStateDate, from, email, subject, size, tags, lastState, opens, click]) => ({
    id,
    apiKey,
    createdDate,
    lastStateDate,
    from,
    email,
    subject,
    size,
    tags,
    lastState,
    open: opens,
    click,
  }),
)
export const jsonFile = Buffer.from(JSON.stringify(records))

/** The same records as a file of the given type. */
export async function file(fileType: FileType): Promise<Buffer> {
  if (fileType === 'json') return jsonFile
  const heading = [
    'Id',
    'ApiKey',
    'CreatedDate',
    'LastStateDate',
    'From',
    'Email',
    'Subject',
    'Size',
    'Tags',
    'LastState',
    'Open',
    'Click',
  ]
  return bytesOf(writeTable(fileType, heading, [rows], { for: 'machines' }))
}

type Framing = 'length' | 'chunked' | 'open-ended'
export const framings: Framing[] = ['length', 'chunked', 'open-ended']

/** The head of a response, and as much of its body as was sent before the connection ended. */
export function answer(whole: Buffer, sent: number, framing: Framing): Buffer {
  const part = whole.subarray(0, sent)
  if (framing === 'open-ended') return Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), part])
  if (framing === 'length') {
    return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${whole.length}\r\n\r\n`), part])
  }
  const pieces: Buffer[] = [Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')]
  if (part.length > 0) pieces.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  if (sent === whole.length) pieces.push(Buffer.from('0\r\n\r\n'))
  return Buffer.concat(pieces)
}

export async function recordsOf(download: ExportDownload): Promise<ExportRecord[]> {
  const all: ExportRecord[] = []
  for await (const batch of download.records()) all.push(...batch.records)
  return all
}
