import { describe, expect, it } from 'vitest'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { movedSelection } from './moved-selection.ts'

const count = { before: 100, now: 103 }

describe('a selection among rows that changed', () => {
  it('stays as it is when nothing moved', () => {
    const chosen = Selection.none.only(5)
    expect(movedSelection(chosen, (index) => index, count)).toBe(chosen)
    expect(movedSelection(chosen, () => undefined, count)).toBe(chosen)
  })

  it('moves as a whole when all its rows moved', () => {
    const chosen = Selection.none.only(5).extend(9).toggle(20)
    const moved = movedSelection(chosen, (index) => index + 3, count)
    expect(moved).toMatchObject({
      ranges: [
        { first: 8, last: 12 },
        { first: 23, last: 23 },
      ],
      active: 23,
    })
  })

  it('shrinks to the active row when others came in between or some left', () => {
    const chosen = Selection.none.only(5).extend(9)
    const between = movedSelection(chosen, (index) => (index > 5 ? index + 1 : index), count)
    expect(between).toMatchObject({ ranges: [{ first: 10, last: 10 }], active: 10 })
    const left = movedSelection(chosen, (index) => (index === 5 ? null : index - 1), count)
    expect(left).toMatchObject({ ranges: [{ first: 8, last: 8 }] })
  })

  it('is null when the active row is gone', () => {
    expect(movedSelection(Selection.none.only(5), () => null, count)).toBeNull()
  })

  it('still covers all rows when all were chosen', () => {
    const all = movedSelection(Selection.none.only(5).all(100), (index) => index + 3, count)
    expect(all).toMatchObject({ ranges: [{ first: 0, last: 102 }], active: 8 })
  })
})
