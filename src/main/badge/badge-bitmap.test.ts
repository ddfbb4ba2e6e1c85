import { expect, it } from 'vitest'
import { badgeBitmap, badgeSize } from './badge-bitmap.ts'

/** Samples every second pixel, which is how the picture looks from a distance. */
function drawn(count: number): string[] {
  const pixels = badgeBitmap(count)
  const at = (x: number, y: number) => {
    const [blue = 0, , , opacity = 0] = pixels.subarray((y * badgeSize + x) * 4)
    if (opacity === 0) return ' '
    return blue === 0xff ? '#' : '.'
  }
  const half = Array.from({ length: badgeSize / 2 }, (_, index) => index * 2)
  return half.map((y) => half.map((x) => at(x, y)).join(''))
}

it('draws the count on a disc', () => {
  expect(drawn(2)).toMatchInlineSnapshot(`
    [
      "      ....      ",
      "    .........   ",
      "   ...........  ",
      "  ...####...... ",
      " ....####...... ",
      " ........##.....",
      ".........##.....",
      ".......##.......",
      ".......##.......",
      ".....##.........",
      " ....##.........",
      " ....######.....",
      " ....######.... ",
      "  ............  ",
      "   ..........   ",
      "     .......    ",
    ]
  `)
})

it('draws all numbers over nine alike', () => {
  expect(drawn(10)).toEqual(drawn(4711))
  expect(drawn(10)).not.toEqual(drawn(9))
})
