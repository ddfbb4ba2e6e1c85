import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Attachment, Email } from 'postal-mime'
import { decodeInPlace, type BodyEncoding } from './decode-body.ts'
import { findLargeBodies, type LargeBody } from './large-bodies.ts'
import { Marks, type Piece } from './marks.ts'

/**
 * Parses an email that has a marker in place of each large body, and replaces the markers in the result with the
 * decoded bodies. Without this, a 49 MB email was in memory up to forty times: as lines, chunks, blobs and texts. The
 * form in which a marker comes out of `parse` shows whether the library would decode the body as we do. If it would
 * not, the result is undefined and the email is unchanged. Bodies are decoded in the email’s memory, so nothing else
 * can read the email afterwards.
 */
export async function parseLargeMail(
  mail: Buffer,
  parse: (mail: Buffer) => Promise<Email>,
): Promise<Email | undefined> {
  const bodies = findLargeBodies(mail)
  if (bodies.length === 0) return undefined
  const marks = new Marks(randomUUID(), bodies)
  const email = await parse(withMarks(mail, bodies, marks))
  const text = marks.split(email.text ?? '', 'text')
  const html = marks.split(email.html ?? '', 'text')
  const files = email.attachments.map(({ content }) => marks.split(latin1(content), 'file'))
  if (!isEachOnce([text, html, ...files], bodies.length)) return undefined
  const decoded = bodies.map(({ start, end, encoding }) => decodeInPlace(mail.subarray(start, end), encoding))
  const readText = (pieces: readonly Piece[] = []): string => {
    const read = pieces.map((piece) =>
      typeof piece === 'string' ? piece : decodeText(decoded[piece]!, bodies[piece]!),
    )
    return read.length === 1 ? read[0]! : read.join('')
  }
  const readFile = ([first = '', ...others]: readonly Piece[] = []): Uint8Array => {
    const bytes = (piece: Piece): Buffer => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : decoded[piece]!)
    if (others.length > 0) return Buffer.concat([first, ...others].map(bytes))
    const file = bytes(first)
    // If the file is small, a copy is kept instead, because a part would keep the whole email in memory.
    return file.length < mail.length / 2 ? Buffer.from(file) : file
  }
  const attachments = email.attachments.map((part, index) =>
    files[index]!.some((piece) => typeof piece === 'number') ? { ...part, content: readFile(files[index]) } : part,
  )
  return { ...email, text: readText(text), html: readText(html), attachments }
}

function withMarks(mail: Buffer, bodies: readonly LargeBody[], marks: Marks): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  for (const [index, { start, end, encoding }] of bodies.entries()) {
    pieces.push(mail.subarray(copied, start), encoded(marks.bytes(index), encoding))
    copied = end
  }
  return Buffer.concat([...pieces, mail.subarray(copied)])
}

function encoded(bytes: Buffer, encoding: BodyEncoding): Buffer {
  if (encoding === 'base64') return Buffer.from(`${bytes.toString('base64')}\r\n`)
  if (encoding === '8bit') return Buffer.concat([bytes, Buffer.from('\r\n')])
  return Buffer.from(`${bytes.toString('hex').toUpperCase().replace(/../g, '=$&')}\r\n`)
}

/**
 * Whether each body appears exactly once. It may appear twice, because a text may also be shown as HTML, or not at all,
 * because it may be part of an embedded email.
 */
function isEachOnce(texts: readonly (readonly Piece[] | undefined)[], bodies: number): boolean {
  if (texts.includes(undefined)) return false
  const found = texts.flatMap((pieces) => (pieces ?? []).filter((piece) => typeof piece === 'number'))
  return found.length === bodies && new Set(found).size === bodies
}

function latin1(content: Attachment['content']): string {
  if (typeof content === 'string') return content
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

const byteOrderMark = Buffer.from('\ufeff')

function decodeText(bytes: Buffer, { charset = '' }: LargeBody): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!/^utf/i.test(charset) || !isUtf8(bytes)) return new TextDecoder(charset).decode(bytes)
  // The decoder would hold the text in memory twice.
  return (bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes).toString('utf8')
}
