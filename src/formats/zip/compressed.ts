import { once } from 'node:events'
import type { DeflateRaw, Gzip } from 'node:zlib'

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Yields the compressed chunks. zlib compresses one chunk in another thread while the next is being created, so a chunk
 * must not change until then.
 */
export async function* compressed(compressor: DeflateRaw | Gzip, content: Chunks): AsyncGenerator<Buffer> {
  let output: Buffer[] = []
  compressor.on('data', (chunk: Buffer) => output.push(chunk))
  // Errors also reject the pending write or the wait for the end. After the reader has stopped, they don’t matter.
  compressor.on('error', ignore)
  try {
    let written = Promise.resolve()
    for await (const chunk of content) {
      await written
      yield* output
      output = []
      written = write(compressor, chunk)
      written.catch(ignore)
    }
    await written
    compressor.end()
    await once(compressor, 'end')
    yield* output
  } finally {
    compressor.destroy()
  }
}

function ignore(): void {}

function write(compressor: DeflateRaw | Gzip, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    compressor.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}
