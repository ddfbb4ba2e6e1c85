import { setImmediate as nextTurn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { fillFile } from './fill-file.ts'

test('a write that fails after everything has been received is still a failure', async () => {
  const disk = Promise.withResolvers<void>()
  const stream = Readable.from([Buffer.alloc(512 * 1024)])
  const written: Buffer[] = []
  const filled = fillFile(
    stream,
    () => disk.promise,
    () => undefined,
    (part) => written.push(part),
  )
  const ended = expect(filled).rejects.toThrow('The disk is full.')
  while (!stream.closed) await nextTurn()
  disk.reject(new Error('The disk is full.'))
  await ended
  expect(written).toEqual([])
})
