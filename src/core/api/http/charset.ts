import { isAscii, isUtf8 } from 'node:buffer'
import { pipeline, Transform, type Readable } from 'node:stream'
import { AppError, type ErrorDetails } from '#shared/contract/base/error.ts'
import type { AnswerHeaders } from './exchange.ts'

/** Returns the character set named in a response header. */
export function charsetOf(headers: AnswerHeaders): string | undefined {
  return /charset\s{0,9}=\s{0,9}"?([\w:.-]{1,40})/i.exec(String(headers['content-type'] ?? ''))?.[1]
}

export function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    throw new UnknownCharset(charset, { cause })
  }
}

export class UnknownCharset extends Error {
  refusal(details: ErrorDetails): AppError {
    const sentence = `The service sent a response in the character set ${this.message}, which Mailroom can’t read. The response must be UTF-8.`
    return new AppError('malformed-answer', sentence, { details })
  }
}

/** Converts a stream’s text to UTF-8. Takes ownership of the stream if its header names another character set. */
export function streamInUtf8(stream: Readable, headers: AnswerHeaders, details: ErrorDetails): Readable {
  const charset = charsetOf(headers)
  if (charset === undefined || /^utf-?8$/i.test(charset)) return stream
  const recoding = new InUtf8(charset, details)
  pipeline(stream, recoding, () => undefined)
  // Errors are passed on to the reader of the last stream. If it has no reader, an error must not end the process.
  return recoding.on('error', () => undefined)
}

/**
 * Reads text as UTF-8 even if a header states otherwise. Only text that isn’t valid UTF-8 is read in the character set
 * named in the header. The first non-ASCII character decides which.
 */
class InUtf8 extends Transform {
  readonly #charset: string
  readonly #details: ErrorDetails
  #decision: ReturnType<typeof decoderOf> | 'utf-8' | null = null
  /** Bytes that may be the beginning of a character. */
  #begun: Buffer = Buffer.alloc(0)

  constructor(charset: string, details: ErrorDetails) {
    super()
    this.#charset = charset
    this.#details = details
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#run(callback, () => this.#take(chunk))
  }

  override _flush(callback: (error?: Error | null) => void): void {
    this.#run(callback, () => {
      if (this.#decision === null && this.#begun.length > 0) this.#decision = decoderOf(this.#charset)
      this.#pass(this.#begun)
      if (this.#decision !== null && this.#decision !== 'utf-8') this.push(Buffer.from(this.#decision.decode()))
    })
  }

  #run(callback: (error?: Error | null) => void, work: () => void): void {
    try {
      work()
      callback()
    } catch (thrown) {
      callback(thrown instanceof UnknownCharset ? thrown.refusal(this.#details) : (thrown as Error))
    }
  }

  #take(chunk: Buffer): void {
    if (this.#decision !== null) return this.#pass(chunk)
    const bytes = this.#begun.length > 0 ? Buffer.concat([this.#begun, chunk]) : chunk
    const end = endOfCharacters(bytes)
    const whole = bytes.subarray(0, end)
    // In UTF-16, every second byte of English text is NUL; no other text contains NUL.
    if (!isUtf8(whole) || whole.includes(0)) this.#decision = decoderOf(this.#charset)
    else if (!isAscii(whole)) this.#decision = 'utf-8'
    // UTF-16 text may begin with a single byte that looks like ASCII, so one byte alone decides nothing.
    const isTooShort = this.#decision === null && bytes.length < 2
    this.#begun = Buffer.from(isTooShort ? bytes : this.#decision === null ? bytes.subarray(end) : [])
    this.#pass(isTooShort ? bytes.subarray(0, 0) : this.#decision === null ? whole : bytes)
  }

  #pass(bytes: Buffer): void {
    if (this.#decision === null || this.#decision === 'utf-8') this.push(bytes)
    else this.push(Buffer.from(this.#decision.decode(bytes, { stream: true })))
  }
}

/** Returns the end of the last complete character. The next bytes may complete an incomplete one. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
