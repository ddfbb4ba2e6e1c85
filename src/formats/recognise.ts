/** A file’s kind, judged by its first bytes. Names are unreliable: an xls from a web service is often a csv. */
export type FileKind = 'empty' | 'json' | 'text' | 'zip' | 'compound' | 'database' | 'foreign'

/** The number of bytes that `recogniseFile` needs. */
export const headLength = 4096

const foreign: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF document'],
  ['{\\rtf', 'a text document: save the table in it as CSV UTF-8'],
  ['\x1f\x8b', 'compressed with gzip: unpack it first'],
  ['7z\xbc\xaf\x27\x1c', 'compressed with 7-Zip: unpack it first'],
  ['Rar!', 'compressed with RAR: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['GIF8', 'an image'],
]

/** An opening bracket or brace in UTF-16, in either byte order, with or without a byte order mark. */
const wideJson = /^(?:(?:\xff\xfe)?[[{]\0[\s"{[][\0]|(?:\xfe\xff)?\0[[{]\0)/
const openDocument = 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'

/** `what` completes the sentence “It is …”. */
export function recogniseFile(head: Uint8Array): { kind: FileKind; what: string } {
  if (head.length === 0) return { kind: 'empty', what: 'empty' }
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  const latin = bytes.toString('latin1')
  // An OpenDocument file states its type in the first entry of the zip archive.
  if (latin.startsWith(openDocument, 30)) {
    return { kind: 'foreign', what: 'an OpenDocument spreadsheet: save it as XLSX' }
  }
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return { kind: 'zip', what: 'a zip archive' }
  if (bytes.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1') return { kind: 'compound', what: 'an older Office file' }
  if (latin.startsWith('SQLite format 3\0')) {
    return { kind: 'database', what: 'a database, perhaps a backup of an archive' }
  }
  const known = foreign.find(([start]) => latin.startsWith(start))
  if (known) return { kind: 'foreign', what: known[1] }
  if (wideJson.test(latin)) return { kind: 'foreign', what: 'JSON in UTF-16: save it as UTF-8' }
  const isUtf16 = latin.startsWith('\xff\xfe')
  const text = (isUtf16 ? bytes.toString('utf16le') : bytes.toString('utf8')).replace(/^\uFEFF/, '').trimStart()
  if (text === '' && head.length < headLength) return { kind: 'empty', what: 'empty' }
  if (text === '') return { kind: 'foreign', what: 'blank at the beginning: remove the blank lines' }
  if (/^[[{]/.test(text)) return { kind: 'json', what: 'JSON' }
  if (/^<(?:!doctype|html|\?xml|[a-z]+[\s>])/i.test(text)) {
    return { kind: 'foreign', what: /^<\?xml/.test(text) ? 'an XML document' : 'a web page' }
  }
  return isBinary(text) ? { kind: 'foreign', what: 'not text' } : { kind: 'text', what: 'text' }
}

/** Text contains no NUL and few other control characters: a subject may contain a bell or a terminal colour. */
function isBinary(text: string): boolean {
  let controls = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0) return true
    if (code < 0x20 && !'\t\n\v\f\r\x1b'.includes(text[at]!)) controls += 1
  }
  return controls > text.length / 10
}
