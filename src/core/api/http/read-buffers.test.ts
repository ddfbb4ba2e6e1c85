import { expect, test } from 'vitest'
import { createReadBuffers, type ReadBuffers } from './read-buffers.ts'

/** A socket: every read is filled with a number of its own, as far as there is room. */
function socketOf(buffers: ReadBuffers) {
  const parts: Buffer[] = []
  const { buffer, callback } = buffers.reader((part) => parts.push(part) > 0)
  let memory = buffer()
  let turn = 0
  return {
    parts,
    read(wanted: number): Buffer {
      const count = Math.min(wanted, memory.length)
      turn = (turn + 1) % 256
      memory.fill(turn, 0, count)
      expect(callback(count)).toBe(true)
      memory = buffer()
      const part = parts.at(-1)!
      expect(part.equals(Buffer.alloc(count, turn))).toBe(true)
      return part
    },
  }
}

const full = 64 * 1024
const memoryOf = (parts: readonly Buffer[]): Set<ArrayBufferLike> => new Set(parts.map(({ buffer }) => buffer))
const isIntact = (parts: readonly Buffer[]): boolean =>
  parts.every((part) => part.equals(Buffer.alloc(part.length, part[0])))

test('small answers and streams that nobody gives back keep what they got', () => {
  const socket = socketOf(createReadBuffers())
  for (let count = 0; count < 200; count += 1) socket.read(count % 3 === 0 ? full : 100)
  expect(isIntact(socket.parts)).toBe(true)
})

test('a stream that is given back comes in the same memory again', () => {
  const buffers = createReadBuffers()
  const loan = buffers.lend()
  const socket = socketOf(buffers)
  for (let count = 0; count < 500; count += 1) loan.release(socket.read(full))
  expect(memoryOf(socket.parts).size).toBeLessThan(5)
})

test('what is still held is never read over, by any socket', () => {
  const buffers = createReadBuffers()
  const loan = buffers.lend()
  const sockets = [socketOf(buffers), socketOf(buffers)]
  const held: Buffer[] = []
  for (let count = 0; count < 600; count += 1) {
    const part = sockets[count % 2]!.read(count % 7 === 0 ? 1000 : full)
    if (count % 20 === 0) held.push(part)
    else loan.release(part)
    expect(isIntact(held)).toBe(true)
  }
})

test('after the loan every read has memory of its own', () => {
  const buffers = createReadBuffers()
  const loan = buffers.lend()
  const socket = socketOf(buffers)
  for (let count = 0; count < 40; count += 1) loan.release(socket.read(full))
  loan.end()
  socket.read(full)
  socket.parts.length = 0
  for (let count = 0; count < 40; count += 1) socket.read(full)
  expect(memoryOf(socket.parts).size).toBe(40)
})
