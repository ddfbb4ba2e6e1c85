import { readBackground, readPaint, type Paint } from './values/colours.ts'
import { attribute, inherited, type CssPiece, type MailElement, type MailTree } from './mail-tree.ts'

/** The appearance of an element’s text, as far as its source determines it. */
export type Look = {
  /** Null if nothing sets it: mail programs show such text in their own colours. */
  readonly colour: Paint | null
  readonly background: Paint | null
  /** In pixels; null if unknown. */
  readonly size: number | null
  readonly isBold: boolean
  readonly isHidden: boolean
}

type Declaration = CssPiece & { readonly kind: 'declaration' }
type Styles = ReadonlyMap<string, string>

const plain: Look = { colour: null, background: null, size: 16, isBold: false, isHidden: false }

/**
 * Determines the look of each element. `style` elements aren’t evaluated, so everything that they might change is
 * unknown.
 */
export function looksOf(tree: MailTree): Look[] {
  const touching = touchingRules(tree)
  return inherited(tree, plain, (element, outer) => lookOf(element, outer, touching))
}

function lookOf(element: MailElement, outer: Look, touching: readonly TouchingRule[]): Look {
  const style = stylesOf(attribute(element, 'style') ?? '')
  const touched = new Set(
    touching
      .filter((rule) => mayMatch(rule, element))
      .flatMap(({ property, isImportant }) => (isImportant || !style.has(property) ? [property] : [])),
  )
  const isHidden = outer.isHidden || isHiddenBy(element, style) || touched.has('display')
  return {
    colour: touched.has('color') ? 'unknown' : colourOf(element, style, outer),
    background: touched.has('background-color') ? 'unknown' : (backgroundOf(element, style) ?? outer.background),
    size: touched.has('font-size') ? null : sizeOf(element, style, outer.size),
    isBold: weightOf(element, style) ?? outer.isBold,
    isHidden,
  }
}

function colourOf(element: MailElement, style: Styles, outer: Look): Paint | null {
  const written = style.get('color') ?? attribute(element, element.name === 'body' ? 'text' : 'color')
  const own = written === undefined ? null : readPaint(written)
  if (own !== null) return own
  // Transparent text isn’t meant to be read.
  if (written?.trim() === 'transparent') return 'unknown'
  // Links have their own colour unless one is set for them.
  const isLink = element.name === 'a' && element.attributes.has('href') && written === undefined
  return isLink ? 'unknown' : outer.colour
}

function backgroundOf(element: MailElement, style: Styles): Paint | null {
  // A picture behind the text may have any colour.
  const image = style.get('background-image') ?? 'none'
  if (element.attributes.has('background') || image !== 'none') return 'unknown'
  const written = style.get('background-color')
  if (written !== undefined) return readPaint(written)
  const shorthand = style.get('background')
  if (shorthand !== undefined) return readBackground(shorthand)
  return readPaint(attribute(element, 'bgcolor') ?? '')
}

function isHiddenBy({ name, attributes }: MailElement, style: Styles): boolean {
  return (
    name === 'title' ||
    name === 'style' ||
    name === 'script' ||
    // Text inside an SVG is coloured in a different way.
    name === 'svg' ||
    attributes.has('hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    /^0(?:px)?$/.test(style.get('max-height') ?? style.get('height') ?? '') ||
    (style.get('opacity') ?? '1') !== '1' ||
    /^[01](?:px|pt)?$/.test(style.get('font-size') ?? '')
  )
}

const headings: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.17, h4: 1, h5: 0.83, h6: 0.67 }
/** The pixel sizes for the `size` attribute of `font`. */
const fontSizes = [10, 13, 16, 18, 24, 32, 48]

function sizeOf(element: MailElement, style: Styles, outer: number | null): number | null {
  const inFont = /(?:^|\s)(\d[\d.]{0,5}[a-z%]{1,3})/.exec(style.get('font') ?? '')?.[1]
  const written = style.get('font-size') ?? inFont
  if (written === undefined) {
    const number = Number(element.name === 'font' ? (attribute(element, 'size') ?? NaN) : NaN)
    const heading = headings[element.name]
    return fontSizes[number - 1] ?? (heading && outer !== null ? outer * heading : outer)
  }
  const [, digits = '', unit = ''] = /^(\d{0,4}\.?\d{1,4})(px|pt|em|rem|%)$/.exec(written) ?? []
  if (digits === '') return null
  const factors: Readonly<Record<string, number | null>> = {
    px: 1,
    pt: 4 / 3,
    rem: 16,
    em: outer,
    '%': outer === null ? null : outer / 100,
  }
  const factor = factors[unit] ?? null
  return factor === null ? null : Number(digits) * factor
}

function weightOf({ name }: MailElement, style: Styles): boolean | null {
  const written = style.get('font-weight')
  if (written !== undefined) return /^(?:bold|bolder|[7-9]00)$/.test(written)
  return /^(?:b|strong|th|h[1-6])$/.test(name) ? true : null
}

/**
 * Reads the declarations in a `style` attribute. The last one for each property wins, unless an earlier one is
 * important.
 */
function stylesOf(style: string): Styles {
  const found = new Map<string, string>()
  const important = new Set<string>()
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1)
    const isImportant = /!\s{0,9}important/i.test(value)
    if (important.has(property) && !isImportant) continue
    if (isImportant) important.add(property)
    found.set(
      property,
      value
        .replace(/!\s{0,9}important/i, '')
        .trim()
        .toLowerCase(),
    )
  }
  return found
}

type TouchingRule = {
  readonly property: 'color' | 'background-color' | 'display' | 'font-size'
  readonly isImportant: boolean
  readonly name: string
  readonly classes: readonly string[]
  readonly id: string
}

const touchedBy: Readonly<Record<string, TouchingRule['property']>> = {
  color: 'color',
  background: 'background-color',
  'background-color': 'background-color',
  'background-image': 'background-color',
  display: 'display',
  visibility: 'display',
  opacity: 'display',
  'max-height': 'display',
  font: 'font-size',
  'font-size': 'font-size',
}
const mostRules = 500

/**
 * Returns the rules in `style` elements that may change the look of text, keyed by the last part of their selectors.
 */
function touchingRules({ css }: MailTree): TouchingRule[] {
  const isSetting = (piece: CssPiece): piece is Declaration => piece.kind === 'declaration' && piece.selector !== null
  const rules = css.filter(isSetting).flatMap(({ property, selector, isImportant }) => {
    const touched = touchedBy[property.toLowerCase()]
    if (touched === undefined) return []
    return selector!.split(',').map((each): TouchingRule => {
      const last =
        each
          .trim()
          .split(/[\s>+~]/)
          .at(-1) ?? ''
      return {
        property: touched,
        isImportant,
        name: /^[a-z][a-z0-9]{0,20}/i.exec(last)?.[0].toLowerCase() ?? '',
        classes: [...last.matchAll(/\.([\w-]{1,100})/g)].map(([, name]) => name!),
        id: /#([\w-]{1,100})/.exec(last)?.[1] ?? '',
      }
    })
  })
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()].slice(0, mostRules)
}

function mayMatch({ name, classes, id }: TouchingRule, element: MailElement): boolean {
  if (name !== '' && name !== element.name) return false
  if (id !== '' && id !== attribute(element, 'id')) return false
  if (classes.length === 0) return true
  const own = (attribute(element, 'class') ?? '').split(/\s/)
  return classes.every((each) => own.includes(each))
}
