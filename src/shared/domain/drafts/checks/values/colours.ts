export type Colour = { readonly red: number; readonly green: number; readonly blue: number }

/** The colour names commonly used in messages. */
const names: Readonly<Record<string, string>> = {
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  white: 'ffffff',
  maroon: '800000',
  red: 'ff0000',
  purple: '800080',
  fuchsia: 'ff00ff',
  green: '008000',
  lime: '00ff00',
  olive: '808000',
  yellow: 'ffff00',
  navy: '000080',
  blue: '0000ff',
  teal: '008080',
  aqua: '00ffff',
  orange: 'ffa500',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  whitesmoke: 'f5f5f5',
  dimgray: '696969',
  dimgrey: '696969',
  pink: 'ffc0cb',
  brown: 'a52a2a',
  gold: 'ffd700',
}

/**
 * `unknown`: the colour can’t be determined here, because it comes from a variable, is translucent or is written in
 * another notation.
 */
export type Paint = Colour | 'unknown'

/** Reads the colour in a declaration or an attribute. Returns null if it leaves the surrounding colour unchanged. */
export function readPaint(text: string): Paint | null {
  const value = text
    .replace(/\/\*[^*]{0,500}\*\//g, '')
    .trim()
    .toLowerCase()
  if (/^(?:|none|transparent|inherit|initial|unset|currentcolor)$/.test(value)) return null
  return readColour(value) ?? 'unknown'
}

/** Reads the colour in the `background` shorthand, where it may be at any position. */
export function readBackground(text: string): Paint | null {
  if (/url\(|gradient|image\(|\{\{/i.test(text)) return 'unknown'
  const paints = text
    .replace(/,\s{1,9}/g, ',')
    .split(/\s/)
    .flatMap((word) => (ofPlacement.test(word) ? [] : (readPaint(word) ?? [])))
  return paints.length > 1 ? 'unknown' : (paints[0] ?? null)
}

/** Matches the words in `background` that are not colours. */
const ofPlacement =
  /^(?:no-repeat|repeat(?:-[xy])?|space|round|scroll|fixed|local|top|bottom|left|right|center|cover|contain|auto|\/|(?:border|padding|content)-box|-?[\d.]{1,9}(?:px|%|em|pt)?)$/i

/** Reads an opaque colour in HTML or CSS notation. Returns null for any other text. */
function readColour(text: string): Colour | null {
  const value = text.trim().toLowerCase()
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:ff)?$/.exec(names[value] ?? value) ?? []
  if (digits !== undefined) {
    const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
    const number = Number.parseInt(six, 16)
    return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255 }
  }
  const parts =
    /^rgba?\(\s{0,3}(\d{1,3})[\s,]{1,4}(\d{1,3})[\s,]{1,4}(\d{1,3})(?:\s{0,3}[,/]\s{0,3}1(?:\.0{1,3})?)?\s{0,3}\)$/.exec(
      value,
    )
  if (!parts) return null
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => Math.min(255, Number(part)))
  return { red, green, blue }
}

/** Returns the contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance({ red, green, blue }: Colour): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
