import { expect, it } from 'vitest'
import { allBits, countBits, withScratchBits, noBits, setBit } from '#core/archive/engine/index/bits.ts'

it('scratch sets are empty, and separate from each other and from lasting ones', () => {
  const lasting = allBits(1000)
  const counts = [1, 2].map(() =>
    withScratchBits(() => {
      const [one, other] = [noBits(1000), noBits(1000)]
      setBit(one, 7)
      return [countBits(one), countBits(other)]
    }),
  )
  expect(counts).toEqual([
    [1, 0],
    [1, 0],
  ])
  expect(countBits(lasting)).toBe(1000)
})

it('only sets made during the work become invalid, and others take over when the scratch buffer is full', () => {
  const kept = withScratchBits(() => {
    const outer = allBits(64)
    withScratchBits(() => allBits(64).fill(1))
    const many = Array.from({ length: 100 }, () => allBits(65_536))
    return [countBits(outer), ...many.map((bits) => countBits(bits))]
  })
  expect(kept).toEqual([64, ...new Array<number>(100).fill(65_536)])
})

it('the scratch buffer is reused, even after work that failed', () => {
  const position = (): number => withScratchBits(() => noBits(1000).byteOffset)
  const before = position()
  const failing = (): never => {
    throw new Error('on purpose')
  }
  expect(() => withScratchBits(failing)).toThrow('on purpose')
  expect(position()).toBe(before)
  expect(noBits(64).buffer).not.toBe(withScratchBits(() => noBits(64).buffer))
})
