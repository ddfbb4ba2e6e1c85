import { isWhole, type BodyEncoding } from './decode-body.ts'

/** The lines of an email that belong to one body, between an empty line and the next boundary. */
export type LargeBody = {
  start: number
  end: number
  encoding: BodyEncoding
  /** A text’s charset. Undefined if it is not known for certain. */
  charset: string | undefined
}

/** A body with at least this many bytes is taken out of its email. */
const leastBody = 8192
const longestHead = 65_536
const longestBoundary = 200

const newline = 0x0a
const carriageReturn = 0x0d
const encodings = new Map<string, BodyEncoding>([
  ['base64', 'base64'],
  ['quoted-printable', 'quoted-printable'],
  ['7bit', '8bit'],
  ['8bit', '8bit'],
  ['binary', '8bit'],
])
const mediaType = /^([\w.+-]+\/[\w.+-]+)[ \t]*(?:;|$)/
const parameter = /;[ \t]*([\w-]+)=(?:"([^"\\]*)"|([^\s;"()\\=]+))[ \t]*/y
const boundaryLetters = /^[\w'()+,./:=?-]*[\w'()+,./:=?]$/
/** In these charsets, a line break is a single byte that is never part of another character. */
const charsets = /^(?:utf-?8|us-ascii|ascii|iso-8859-(?:1[01345]?|[2-9])|windows-125[0-8]|koi8-[ru])$/i

/**
 * Finds an email’s large bodies in the form that nearly all programs write. Returns none if there is any doubt: an
 * unrecognised boundary would be mistaken for a line of a body.
 */
export function findLargeBodies(mail: Buffer): LargeBody[] {
  const found: LargeBody[] = []
  const boundaries = new Set<string>()
  for (let start: number | undefined = 0; start !== undefined;) {
    const body = startOfBody(mail, start)
    const head = body === undefined ? undefined : readHead(mail.toString('latin1', start, body))
    if (body === undefined || head === undefined) return []
    if (head.boundary !== undefined) boundaries.add(head.boundary)
    let line = nextBoundary(mail, body, boundaries)
    const { encoding, charset } = head
    const end = line?.start ?? mail.length
    if (encoding !== undefined && end - body >= leastBody && isWhole(mail.subarray(body, end), encoding)) {
      found.push({ start: body, end, encoding, charset })
    }
    while (line?.isLast) line = nextBoundary(mail, line.end, boundaries)
    start = line?.end
  }
  return found
}

/** Returns the position after the empty line that ends the header. */
function startOfBody(mail: Buffer, start: number): number | undefined {
  for (let at = start; at < start + longestHead;) {
    const end = mail.indexOf(newline, at)
    if (end < 0) return undefined
    if (end === at || (end === at + 1 && mail[at] === carriageReturn)) return end + 1
    at = end + 1
  }
  return undefined
}

type Head = { boundary?: string; encoding?: BodyEncoding; charset?: string }

/** Returns undefined if the header is so unusual that other programs might read a different boundary from it. */
function readHead(source: string): Head | undefined {
  const text = source.replaceAll('\r\n', '\n')
  if (text.includes('\r') || /^--/m.test(text)) return undefined
  const lines = text.replace(/\n(?=[ \t])/g, '').split('\n')
  const type = valueOf(lines, 'content-type') ?? 'text/plain'
  const [, kind] = mediaType.exec(type) ?? []
  if (kind === undefined) return undefined
  const parameters = readParameters(type.slice(kind.length).trimStart())
  if (/^multipart\//i.test(kind)) {
    const boundary = parameters?.get('boundary')
    const isKnown = boundary !== undefined && boundary.length <= longestBoundary && boundaryLetters.test(boundary)
    return isKnown ? { boundary } : undefined
  }
  // An embedded email defines further boundaries.
  if (/^message\//i.test(kind)) return {}
  const charset = parameters && (parameters.get('charset') ?? 'utf-8')
  return {
    encoding: encodings.get((valueOf(lines, 'content-transfer-encoding') ?? '8bit').toLowerCase()),
    charset: charset !== undefined && charsets.test(charset) ? charset : undefined,
  }
}

function valueOf(lines: readonly string[], wanted: string): string | undefined {
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    if (name.trim().toLowerCase() === wanted) return colon < 0 ? '' : line.slice(colon + 1).trim()
  }
  return undefined
}

function readParameters(source: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (let at = 0; at < source.length; at = parameter.lastIndex) {
    parameter.lastIndex = at
    const [, name, quoted, bare] = parameter.exec(source) ?? []
    if (name === undefined) return source.slice(at).trim() === ';' ? found : undefined
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted ?? bare ?? '')
  }
  return found
}

type BoundaryLine = { start: number; end: number; isLast: boolean }

function nextBoundary(mail: Buffer, from: number, boundaries: ReadonlySet<string>): BoundaryLine | undefined {
  for (let at = mail.indexOf('\n--', from - 1); at >= 0; at = mail.indexOf('\n--', at + 1)) {
    const lineBreak = mail.indexOf(newline, at + 1)
    const end = lineBreak < 0 ? mail.length : lineBreak
    const line = mail.toString('latin1', at + 3, Math.min(end, at + 2 * longestBoundary))
    const text = withoutLast(withoutLast(line, '\r'), ' \t')
    const isLast = text.endsWith('--') && boundaries.has(text.slice(0, -2))
    if (isLast || boundaries.has(text)) return { start: at + 1, end: Math.min(end + 1, mail.length), isLast }
  }
  return undefined
}

function withoutLast(line: string, letters: string): string {
  let end = line.length
  while (end > 0 && letters.includes(line[end - 1]!)) end--
  return line.slice(0, end)
}
