import { expect, it } from 'vitest'
import { allBits, countBits, withScratchBits, noBits, setBit } from '#core/archive/engine/index/bits.ts'

it('gives sets made in passing empty, and apart from each other and from those that last', () => {
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

it('gives up only what was made within, and takes other room where there is none left', () => {
  const kept = withScratchBits(() => {
    const outer = allBits(64)
    withScratchBits(() => allBits(64).fill(1))
    const many = Array.from({ length: 100 }, () => allBits(65_536))
    return [countBits(outer), ...many.map((bits) => countBits(bits))]
  })
  expect(kept).toEqual([64, ...new Array<number>(100).fill(65_536)])
})

it('uses the same room again and again, after work that failed, too', () => {
  const place = (): number => withScratchBits(() => noBits(1000).byteOffset)
  const before = place()
  const failing = (): never => {
    throw new Error('on purpose')
  }
  expect(() => withScratchBits(failing)).toThrow('on purpose')
  expect(place()).toBe(before)
  expect(noBits(64).buffer).not.toBe(withScratchBits(() => noBits(64).buffer))
})
