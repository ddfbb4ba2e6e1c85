import { expect, it } from 'vitest'
import type { Block } from '../store/block.ts'
import { KeptParts } from './kept-parts.ts'

const block = (id: number, version = 1): Block => ({ id, version, first: 0, last: 0, size: 1, live: 1 })
const part = () => ({ bytes: new Uint8Array(10) })

/** Reads the blocks like a query: a missing part is created and offered. Returns how many parts were already there. */
function ask(parts: KeptParts<ReturnType<typeof part>>, name: string, blocks: readonly Block[]): number {
  parts.beginQuestion()
  let found = 0
  for (const one of blocks) {
    if (parts.use(name, one)) found++
    else parts.keep(name, one, part())
  }
  return found
}

it('keeps most of what questions go through, also where not all of it fits', () => {
  const parts = new KeptParts<ReturnType<typeof part>>(95)
  const blocks = Array.from({ length: 10 }, (_, id) => block(id))
  expect(ask(parts, 'tags', blocks)).toBe(0)
  expect(ask(parts, 'tags', blocks)).toBe(9)
  expect(ask(parts, 'tags', blocks)).toBe(9)
})

it('gives the place of what no question asks for any more to what is asked for now', () => {
  const parts = new KeptParts<ReturnType<typeof part>>(100)
  const blocks = Array.from({ length: 10 }, (_, id) => block(id))
  ask(parts, 'tags', blocks)
  const found = Array.from({ length: 12 }, () => ask(parts, 'senders', blocks))
  expect(found.at(0)).toBe(0)
  expect(found.at(-1)).toBe(10)
})

it('has nothing of blocks that were changed or removed', () => {
  const parts = new KeptParts<ReturnType<typeof part>>(30)
  ask(parts, 'tags', [block(1), block(2), block(3)])
  const now = [block(1), block(2, 2)]
  parts.keepOnly(now)
  expect(parts.use('tags', block(2))).toBeUndefined()
  expect(parts.use('tags', block(3))).toBeUndefined()
  expect(ask(parts, 'tags', [...now, block(4)])).toBe(1)
  expect(ask(parts, 'tags', [...now, block(4)])).toBe(3)
})
