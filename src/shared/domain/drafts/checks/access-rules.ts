import type { Finding } from './finding.ts'
import { contrast, type Colour } from './values/colours.ts'
import { Grouped } from './grouped.ts'
import { attribute, inherited, type MailTree } from './mail-tree.ts'
import { looksOf } from './text-look.ts'

const leastContrast = 4.5
const leastContrastOfLarge = 3
/** In pixels. WCAG calls text of at least these sizes large. */
const large = 24
const largeBold = 18.66

/** Finds obstacles for people who use a screen reader or have poor eyesight. */
export function accessFindings(tree: MailTree): Finding[] {
  const list = new Grouped('access')
  const html = tree.elements.find(({ name }) => name === 'html')
  const body = tree.elements.find(({ name }) => name === 'body')
  // Gmail removes `html`, so many messages declare their language on `body`.
  const isNamed = [html, body].some((element) => element && (attribute(element, 'lang') ?? '').trim() !== '')
  if (html && !isNamed) {
    list.add(
      'lang',
      'hint',
      html.range,
      'The message doesn’t declare its language, so a screen reader may read it in the wrong language. Add the language to the html element, such as lang="en" for English.',
    )
  }
  const title = tree.elements.find(
    ({ name, parent }) => name === 'title' && /^(?:html|head)$/.test(tree.elements[parent]?.name ?? 'head'),
  )
  const head = tree.elements.find(({ name }) => name === 'head')
  if (html && (title?.text ?? '') === '') {
    const text = 'The message has no title, which screen readers and browsers announce. Add one to the head.'
    list.add('title', 'hint', (title ?? head ?? html).range, text)
  }
  const dataTables = tablesOfData(tree)
  tree.elements.forEach((element, index) => {
    if (element.name !== 'table' || dataTables.has(index)) return
    if (/^\s{0,9}(?:presentation|none|table|grid)\s{0,9}$/i.test(attribute(element, 'role') ?? '')) return
    if (attribute(element, 'aria-hidden') === 'true') return
    const text =
      'A table has no headings (th). If it only arranges the layout, add role="presentation", so that screen readers don’t announce rows and columns.'
    list.add('table', 'hint', element.range, text)
  })
  addDirection(tree, list)
  addContrast(tree, list)
  return list.findings()
}

/** Reports text in Arabic, Hebrew and similar scripts that is not set from right to left. */
function addDirection(tree: MailTree, list: Grouped): void {
  const isRight = inherited(tree, false, (element, outer) => {
    const direction =
      attribute(element, 'dir') ?? /direction\s{0,9}:\s{0,9}(rtl|ltr)/i.exec(attribute(element, 'style') ?? '')?.[1]
    return direction === undefined ? outer : /^(?:rtl|auto)$/i.test(direction.trim())
  })
  if (tree.css.some((piece) => piece.kind === 'declaration' && piece.property.toLowerCase() === 'direction')) return
  for (const { text, parent, from, to } of tree.texts) {
    if (!/^\P{L}{0,500}[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u.test(text)) continue
    if (isRight[parent] || tree.elements[parent]?.name === 'title') continue
    const sentence = 'Right-to-left text is displayed from left to right. Add dir="rtl" to an element around it.'
    list.add('direction', 'hint', { from, to }, sentence)
  }
}

/** Returns the tables that have headings or a caption. */
function tablesOfData(tree: MailTree): ReadonlySet<number> {
  const tables = inherited(tree, -1, ({ name }, outer, index) => (name === 'table' ? index : outer))
  return new Set(
    tree.elements.flatMap(({ name }, index) =>
      name === 'th' || name === 'thead' || name === 'caption' ? [tables[index]!] : [],
    ),
  )
}

const white: Colour = { red: 255, green: 255, blue: 255 }
const black: Colour = { red: 0, green: 0, blue: 0 }

function addContrast(tree: MailTree, list: Grouped): void {
  const looks = looksOf(tree)
  for (const { text, parent, from, to } of tree.texts) {
    if (text.trim() === '' || parent < 0) continue
    const { colour, background, size, isBold, isHidden } = looks[parent]!
    if (isHidden || colour === 'unknown' || background === 'unknown' || (colour ?? background) === null) continue
    const [ink, paper] = [colour ?? black, background ?? white]
    const ratio = contrast(ink, paper)
    // Text of unknown size is treated as large. If its contrast is too low even for that, it is hard to read at any
    // size.
    const isLarge = size === null || size >= (isBold ? largeBold : large)
    const least = isLarge ? leastContrastOfLarge : leastContrast
    if (ratio >= least) continue
    const shown = `${hex(ink)} on ${hex(paper)}`
    const own = colour === null ? ' The text sets no colour, so most mail programs show it in black.' : ''
    const message = `Text is hard to read: ${shown} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1, but needs ${least}.${own} Change one of the colours.`
    list.add(`contrast ${shown} ${least}`, 'warning', { from, to }, message)
  }
}

function hex({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
