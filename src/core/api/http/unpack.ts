import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Transform, pipeline, type Readable } from 'node:stream'
import { AppError } from '#shared/contract/base/error.ts'
import { TooLarge, type AnswerHeaders } from './exchange.ts'

const whole = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) }
const streaming = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

type Encoding = keyof typeof whole

/** Unpacks a response, up to `limit`: 200 KB of gzip can contain 200 MB of zeros. */
export async function unpack(body: Buffer, headers: AnswerHeaders, limit: number): Promise<Buffer> {
  const encoding = readEncoding(headers)
  if (encoding === null || body.length === 0) return body
  try {
    return await whole[encoding](body, { maxOutputLength: limit })
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(limit)
    throw new AppError('malformed-answer', 'The service sent a compressed response that can’t be decompressed.', {
      retryable: true,
      cause: thrown,
    })
  }
}

/** A stream’s compression ratio is limited only after this many unpacked bytes. */
const watchedFrom = 4 * 1024 * 1024
/** Exports of repeated rows stay far below this ratio; gzip reaches at most 1030. */
const greatestRatio = 400

/** Takes ownership of the stream: if it cannot be unpacked, it is destroyed, since nothing will read it. */
export function unpackStream(stream: Readable, headers: AnswerHeaders, received: () => number): Readable {
  const encoding = encodingOf(stream, headers)
  if (encoding === null) return stream
  let bytes = 0
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length
      if (bytes > watchedFrom && bytes > received() * greatestRatio) callback(tooDense())
      else callback(null, chunk)
    },
  })
  pipeline(stream, streaming[encoding]({ chunkSize: 256 * 1024 }), guard, () => undefined)
  // Errors are passed on to the reader of the last stream. If it has no reader, an error must not end the process.
  return guard.on('error', () => undefined)
}

function tooDense(): AppError {
  return new AppError(
    'answer-too-large',
    `Mailroom refused the service’s response because it decompresses to more than ${greatestRatio} times its size.`,
  )
}

function encodingOf(stream: Readable, headers: AnswerHeaders): Encoding | null {
  try {
    return readEncoding(headers)
  } catch (thrown) {
    stream.destroy()
    throw thrown
  }
}

function readEncoding(headers: AnswerHeaders): Encoding | null {
  const value = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase()
  if (value === '' || value === 'identity') return null
  if (value === 'gzip' || value === 'x-gzip') return 'gzip'
  if (value === 'deflate' || value === 'br') return value
  throw new AppError(
    'malformed-answer',
    'The service sent a response in a compression format that Mailroom didn’t request.',
    {
      details: { encoding: value.slice(0, 40) },
    },
  )
}
