import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { readPack } from '../../base/packs/pack.ts'
import { storedMessageOf, type RecordSet } from '../../base/packs/record-set.ts'
import { keepYoungGenerationSmall, withSmallYoungGeneration } from './young-generation.ts'

/** A pack’s codes have sixteen bits, and each record uses four codes. */
const mostInPack = 16_384

/**
 * How many packs are read ahead, so that a thread finds work to do when it gets its turn on a busy computer. A search
 * never has to wait for more packs than this.
 */
const packsAhead = 3

type Options = {
  readonly signal: AbortSignal | undefined
  readonly batch: number
  readonly packAt: (rows: Float64Array) => Promise<Uint8Array>
}

export async function* messageStream(rows: Float64Array, options: Options): AsyncGenerator<StoredMessage[]> {
  for await (const set of recordStream(rows, options)) yield storedMessages(set)
}

/**
 * Like `messageStream`, but yields record sets. Packs are moved between threads, because cloning the messages took as long
 * as everything else. The next packs are read while the caller works on a set, which becomes invalid once the caller
 * requests the next one.
 */
export async function* recordStream(rows: Float64Array, { signal, batch, packAt }: Options): AsyncGenerator<RecordSet> {
  const step = Math.min(batch, mostInPack)
  let asked = 0
  const ask = (): Promise<Uint8Array> => {
    const pack = packAt(rows.slice(asked, asked + step))
    asked += step
    // If the caller stops, nothing awaits this promise, so a failure would be unhandled.
    pack.catch(ignore)
    return pack
  }
  const end = Promise.withResolvers<void>()
  void withSmallYoungGeneration(() => end.promise)
  try {
    const waiting: Promise<Uint8Array>[] = []
    while (true) {
      signal?.throwIfAborted()
      while (waiting.length < packsAhead && asked < rows.length) waiting.push(ask())
      const pack = await waiting.shift()
      signal?.throwIfAborted()
      if (pack === undefined) return
      yield readPack(pack)
      // The memory is freed explicitly, because the garbage collector would let hundreds of packs accumulate.
      ;(pack.buffer as ArrayBuffer).transfer(0)
      keepYoungGenerationSmall()
    }
  } finally {
    end.resolve()
  }
}

function storedMessages(set: RecordSet): StoredMessage[] {
  return Array.from({ length: set.size }, (_, at) => storedMessageOf(set, at))
}

function ignore(): void {}
