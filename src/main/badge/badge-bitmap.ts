/** In pixels, for a double-density screen. */
export const badgeSize = 32

/** Each digit as rows of three dots. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['## ', '  #', ' # ', '#  ', '###'],
  '3': ['## ', '  #', ' # ', '  #', '## '],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '## ', '  #', '## '],
  '6': [' ##', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', ' # ', ' # ', ' # '],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '## '],
  '+': ['   ', ' # ', '###', ' # ', '   '],
}

/** In blue, green, red and alpha, the order of Windows bitmaps. */
const disc = [0x2b, 0x2b, 0xc6, 0xff]
const ink = [0xff, 0xff, 0xff, 0xff]

/** Draws a red disc with the count. Counts above nine are shown as 9+. */
export function badgeBitmap(count: number): Buffer {
  const text = count > 9 ? '9+' : String(count)
  const dot = text.length > 1 ? 3 : 4
  const left = (badgeSize - (text.length * 4 - 1) * dot) / 2
  const top = (badgeSize - 5 * dot) / 2
  const hasInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / dot)
    const row = glyphs[text[Math.floor(column / 4)] ?? '']?.[Math.floor((y - top) / dot)]
    return row?.[column % 4] === '#'
  }
  const radius = badgeSize / 2
  const pixels = Buffer.alloc(badgeSize * badgeSize * 4)
  for (let y = 0; y < badgeSize; y++) {
    for (let x = 0; x < badgeSize; x++) {
      if (Math.hypot(x + 0.5 - radius, y + 0.5 - radius) > radius) continue
      pixels.set(hasInk(x, y) ? ink : disc, (y * badgeSize + x) * 4)
    }
  }
  return pixels
}
