import { expect, test } from 'vitest'
import { ReadBuffers } from './read-buffers.ts'

/** A socket: each read is filled with its own number, which `first` remembers. */
function socketOf(buffers: ReadBuffers) {
  const parts: Buffer[] = []
  const first = new Map<Buffer, number>()
  const { buffer, callback } = buffers.reader((part) => parts.push(part) > 0)
  let memory = buffer()
  let turn = 0
  return {
    parts,
    isIntact: (part: Buffer): boolean => part.equals(Buffer.alloc(part.length, first.get(part))),
    read(wanted: number): Buffer {
      const count = Math.min(wanted, memory.length)
      turn = (turn + 1) % 256
      memory.fill(turn, 0, count)
      expect(callback(count)).toBe(true)
      memory = buffer()
      const part = parts.at(-1)!
      first.set(part, turn)
      expect(part).toHaveLength(count)
      return part
    },
  }
}

const full = 64 * 1024
const memoryOf = (parts: readonly Buffer[]): Set<ArrayBufferLike> => new Set(parts.map(({ buffer }) => buffer))

test('small answers and streams that are not given back keep their bytes', () => {
  const socket = socketOf(new ReadBuffers())
  for (let count = 0; count < 200; count += 1) socket.read(count % 3 === 0 ? full : 100)
  expect(socket.parts.every(socket.isIntact)).toBe(true)
})

test('a stream that gives its buffers back gets the same memory again', () => {
  const buffers = new ReadBuffers()
  const loan = buffers.lend()
  const socket = socketOf(buffers)
  for (let count = 0; count < 500; count += 1) loan.release(socket.read(full))
  expect(memoryOf(socket.parts).size).toBeLessThan(5)
})

test('so does a stream in chunks, whose lengths stand between its parts', () => {
  const buffers = new ReadBuffers()
  const loan = buffers.lend()
  const socket = socketOf(buffers)
  for (let count = 0; count < 500; count += 1) loan.release(socket.read(full).subarray(7, full - 2))
  expect(memoryOf(socket.parts).size).toBeLessThan(6)
})

test('no socket overwrites a buffer that is still held', () => {
  const buffers = new ReadBuffers()
  const loan = buffers.lend()
  const sockets = [socketOf(buffers), socketOf(buffers)]
  let held = 0
  for (let count = 0; count < 600; count += 1) {
    const socket = sockets[count % 2]!
    const part = socket.read(count % 7 === 0 ? 1000 : full)
    if (count % 20 < 2) held += 1
    else {
      socket.parts.pop()
      loan.release(part)
    }
  }
  expect(sockets.flatMap(({ parts, isIntact }) => parts.filter(isIntact))).toHaveLength(held)
})

test('once the loan has ended, every read has memory of its own', () => {
  const buffers = new ReadBuffers()
  const loan = buffers.lend()
  const socket = socketOf(buffers)
  for (let count = 0; count < 40; count += 1) loan.release(socket.read(full))
  loan.end()
  socket.read(full)
  socket.parts.length = 0
  for (let count = 0; count < 40; count += 1) socket.read(full)
  expect(memoryOf(socket.parts).size).toBe(40)
})
