import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Sums } from '#core/archive/engine/store/sums.ts'

/** A few values and states that recur often, and codes far apart. */
const code = fc.oneof(fc.nat(40), fc.nat(2 ** 20 - 1))
const counted = fc.record({ value: code, state: code, open: fc.nat(3), click: fc.nat(3) })

it('counts each pair of a value and a state by itself, again after it was emptied', () => {
  const sums = new Sums()
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 400, size: 'max' }), (records) => {
      const expected = new Map<string, number[]>()
      for (const { value, state, open, click } of records) {
        const [messages = 0, opens = 0, clicks = 0, opened = 0, clicked = 0] = expected.get(`${value} ${state}`) ?? []
        const now = [messages + 1, opens + open, clicks + click, opened + Number(open > 0), clicked + Number(click > 0)]
        expected.set(`${value} ${state}`, now)
        sums.add(value, state, open, click)
      }
      const found = new Map<string, number[]>()
      sums.take((value, state, counters) => void found.set(`${value} ${state}`, [...counters]))
      expect(found).toEqual(expected)
    }),
  )
})
