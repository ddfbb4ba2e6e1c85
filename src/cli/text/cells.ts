const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/** Formats a line for programs, in which only tabs and line breaks are replaced. */
export function plainLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replace(breaks, ' ')).join('\t')}\n`
}

/** Replaces control characters, because a terminal would obey any that a subject contains. */
export function shownCell(text: string): string {
  return text.replace(breaks, ' ').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}')
}

/** The approximate width on a terminal: wide characters count twice. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += isWide(letter.codePointAt(0)!) ? 2 : 1
  return width
}

export function fitted(text: string, width: number): string {
  const own = widthOf(text)
  if (own <= width) return text + ' '.repeat(width - own)
  let shown = ''
  let used = 0
  for (const letter of text) {
    const next = widthOf(letter)
    if (used + next > width - 1) break
    shown += letter
    used += next
  }
  return `${shown}…${' '.repeat(Math.max(0, width - used - 1))}`
}

function isWide(point: number): boolean {
  return (
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0xa4cf) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xfe30 && point <= 0xfe6f) ||
    (point >= 0xff00 && point <= 0xff60) ||
    (point >= 0x1f300 && point <= 0x1faff)
  )
}
