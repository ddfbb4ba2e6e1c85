import type { Finding } from './finding.ts'
import { contrast, readColour, type Colour } from './colours.ts'
import { Grouped } from './grouped.ts'
import { attribute, inherited, type MailElement, type MailTree } from './mail-tree.ts'

const leastContrast = 4.5
const leastContrastOfLarge = 3

/** What keeps readers with a screen reader, or with weak eyes, from reading the message. */
export function accessFindings(tree: MailTree): Finding[] {
  const list = new Grouped('access')
  const start = { from: 0, to: 0 }
  const html = tree.elements.find(({ name }) => name === 'html')
  if (html && (attribute(html, 'lang') ?? '').trim() === '') {
    list.add(
      'lang',
      'hint',
      html.range,
      'The message does not name its language, so it may be read out in a wrong one. Add lang="en" to html.',
    )
  }
  const title = tree.elements.find(({ name }) => name === 'title')
  if (html && (title?.text ?? '') === '') {
    const text = 'The message has no title. Screen readers and browsers announce it: add one to the head.'
    list.add('title', 'hint', title?.range ?? start, text)
  }
  const dataTables = tablesOfData(tree)
  tree.elements.forEach((element, index) => {
    if (element.name !== 'table' || dataTables.has(index)) return
    if (/^(?:presentation|none|table|grid)$/.test(attribute(element, 'role') ?? '')) return
    const text =
      'A table only arranges the layout. With role="presentation", screen readers don’t announce its rows and columns.'
    list.add('table', 'hint', element.range, text)
  })
  addContrast(tree, list)
  return list.findings()
}

/** Tables with headings or a caption of their own. */
function tablesOfData(tree: MailTree): ReadonlySet<number> {
  const tables = inherited(tree, -1, ({ name }, outer, index) => (name === 'table' ? index : outer))
  return new Set(
    tree.elements.flatMap(({ name }, index) => (name === 'th' || name === 'caption' ? [tables[index]!] : [])),
  )
}

type Look = {
  readonly colour: Colour | null
  readonly background: Colour | null
  readonly isSmall: boolean
  readonly isHidden: boolean
}

const white: Colour = { red: 255, green: 255, blue: 255 }

/** Only where the colours are written beside the text: what a `style` element does to it is not followed. */
function addContrast(tree: MailTree, list: Grouped): void {
  const looks = inherited(tree, none, ownLook)
  // A rule of a style element may reach a text by these.
  const hooked = inherited(
    tree,
    false,
    ({ attributes }, outer) => outer || attributes.has('class') || attributes.has('id'),
  )
  const isStyled = tree.css.some(({ kind }) => kind === 'selector')
  for (const { text, parent, from, to } of tree.texts) {
    if (text.trim() === '' || parent < 0 || (isStyled && hooked[parent])) continue
    const look = looks[parent]!
    if (look.isHidden || look.colour === null) continue
    const background = look.background ?? white
    const ratio = contrast(look.colour, background)
    if (ratio >= (look.isSmall ? leastContrast : leastContrastOfLarge)) continue
    const shown = `${hex(look.colour)} on ${hex(background)}`
    const message = `Text is hard to read: ${shown} has a contrast of ${ratio.toFixed(1)} to 1, and needs ${look.isSmall ? leastContrast : leastContrastOfLarge}.`
    list.add(`contrast ${shown}`, 'warning', { from, to }, message)
  }
}

const none: Look = { colour: null, background: null, isSmall: true, isHidden: false }

function ownLook(element: MailElement, outer: Look): Look {
  const style = stylesOf(attribute(element, 'style') ?? '')
  const size = /^(\d{1,3}(?:\.\d{1,3})?)(px|pt)$/.exec(style.get('font-size') ?? '')
  const pixels = size ? Number(size[1]) * (size[2] === 'pt' ? 4 / 3 : 1) : null
  const isHidden =
    outer.isHidden ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    /^0(?:px)?$/.test(style.get('max-height') ?? '') ||
    /^0/.test(style.get('opacity') ?? '') ||
    (pixels !== null && pixels < 2) ||
    element.name === 'title' ||
    element.name === 'style' ||
    // A picture behind the text may have any colour.
    style.has('background-image') ||
    /url\(|gradient/i.test(style.get('background') ?? '') ||
    element.attributes.has('background')
  const isLink = element.name === 'a' && element.attributes.has('href')
  return {
    // Links have a colour of their own unless one is written for them.
    colour: readColour(style.get('color') ?? attribute(element, 'color') ?? '') ?? (isLink ? null : outer.colour),
    background:
      readColour(style.get('background-color') ?? style.get('background') ?? attribute(element, 'bgcolor') ?? '') ??
      outer.background,
    isSmall: pixels === null ? outer.isSmall : pixels < 24,
    isHidden,
  }
}

function stylesOf(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).replace(/!\s{0,9}important/i, '')
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase())
  }
  return found
}

function hex({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
