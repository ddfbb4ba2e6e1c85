import type { Edit } from './edits.ts'
import { attributeOf, type MarkupElement, type MarkupNode } from './markup.ts'

/** Spaces around these elements are not displayed, so lines may be broken there. */
const blocks = new Set(
  'html head body title meta link style base center div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th hr blockquote address article aside footer header main nav section form fieldset figure figcaption'.split(
    ' ',
  ),
)
/** Elements in which every character is significant. */
const asWritten = new Set([
  'pre',
  'textarea',
  'script',
  'style',
  'svg',
  'math',
  'select',
  'template',
  'xmp',
  'noscript',
])

type Boundary = { readonly at: number; readonly depth: number }

/** Positions where a line may start without a visible difference: before and after the tags of blocks. */
function boundaries(root: MarkupElement): Boundary[] {
  const found: Boundary[] = []
  const walk = (element: MarkupElement, depth: number): void => {
    const isBlock = isBlockNode(element)
    if (isBlock && element.from >= 0) found.push({ at: element.from, depth })
    if (asWritten.has(element.name)) {
      if (isBlock && element.to > element.from) found.push({ at: element.to, depth })
      return
    }
    const inner = element.from >= 0 ? depth + 1 : depth
    for (const child of element.children) if (child.kind === 'element') walk(child, inner)
    if (!isBlock || element.from < 0) return
    const hasBlocks = element.children.some(isBlockNode)
    if (hasBlocks && element.closeFrom < element.to) found.push({ at: element.closeFrom, depth })
    if (element.closeFrom < element.to) found.push({ at: element.to, depth })
  }
  walk(root, 0)
  return found.sort((one, other) => one.at - other.at)
}

function isBlockNode(node: MarkupNode): boolean {
  if (node.kind !== 'element' || !blocks.has(node.name)) return false
  // Inline boxes show a gap for every space between them.
  return node.name !== 'div' || !(attributeOf(node, 'style') ?? '').includes('inline')
}

function isBlank(letter: string | undefined): boolean {
  return letter !== undefined && /\s/.test(letter)
}

const longestLine = 400

/**
 * Breaks lines that are too long for a screen, but only where a break makes no visible difference: around blocks first,
 * then at spaces in text and inside tags. Only line breaks are added, some of them replacing a space.
 */
export function breakLongLines(html: string, root: MarkupElement): Edit[] {
  const lineBreak = html.includes('\r\n') ? '\r\n' : '\n'
  const places = boundaries(root)
    .map(({ at }) => at)
    .filter((at) => !isBlank(html[at - 1]) && !isBlank(html[at]))
  const gaps = spacesOf(html, root)
  const edits: Edit[] = []
  let place = 0
  let gap = 0
  for (let start = 0; start < html.length;) {
    const found = html.indexOf('\n', start)
    const end = found < 0 ? html.length : found
    const inLine = (offsets: readonly number[], from: number) => {
      let to = from
      while (to < offsets.length && offsets[to]! < end) to++
      return to
    }
    while (place < places.length && places[place]! <= start) place++
    while (gap < gaps.length && gaps[gap]! < start) gap++
    const [lastPlace, lastGap] = [inLine(places, place), inLine(gaps, gap)]
    if (end - start > longestLine) {
      const line = { start, end, lineBreak }
      edits.push(...brokenLine(line, [...new Set(places.slice(place, lastPlace))], gaps.slice(gap, lastGap)))
    }
    place = lastPlace
    gap = lastGap
    start = end + 1
  }
  return edits
}

type Line = { readonly start: number; readonly end: number; readonly lineBreak: string }

function brokenLine({ start, end, lineBreak }: Line, places: readonly number[], gaps: readonly number[]): Edit[] {
  const edits: Edit[] = []
  let from = start
  let gap = 0
  for (const at of [...places, end]) {
    // A line without a block boundary is broken at its spaces.
    let lastGap = -1
    for (; gap < gaps.length && gaps[gap]! < at; gap++) {
      if (gaps[gap]! - from > longestLine && lastGap >= from) {
        edits.push({ from: lastGap, to: lastGap + 1, insert: lineBreak })
        from = lastGap + 1
      }
      lastGap = gaps[gap]!
    }
    if (at - from > longestLine && lastGap >= from) edits.push({ from: lastGap, to: lastGap + 1, insert: lineBreak })
    if (at < end) edits.push({ from: at, to: at, insert: lineBreak })
    from = at
  }
  return edits
}

/** Spaces that could also be line breaks: in text that wraps, and between a tag’s attributes. */
function spacesOf(html: string, root: MarkupElement): number[] {
  const found: number[] = []
  const walk = (element: MarkupElement): void => {
    for (const { from } of element.attributes) if (from > 0 && html[from - 1] === ' ') found.push(from - 1)
    if (asWritten.has(element.name)) return
    for (const child of element.children) {
      if (child.kind === 'element') walk(child)
      else if (child.kind === 'text' && child.from >= 0 && !html.slice(child.from, child.to).includes('<')) {
        for (let at = html.indexOf(' ', child.from); at >= 0 && at < child.to; at = html.indexOf(' ', at + 1))
          if (!isInsidePlaceholder(html, at)) found.push(at)
      }
    }
  }
  walk(root)
  return found.sort((one, other) => one - other)
}

function isInsidePlaceholder(html: string, at: number): boolean {
  const before = html.slice(Math.max(0, at - 200), at)
  const open = before.lastIndexOf('{{')
  return open >= 0 && !before.includes('}}', open)
}

const mostIndent = 20

/** Puts every block on a separate line, indented by its depth. Text and tags are left as written. */
export function formatEdits(html: string, root: MarkupElement): Edit[] {
  const lineBreak = html.includes('\r\n') ? '\r\n' : '\n'
  const edits: Edit[] = []
  let last = -1
  for (const { at, depth } of boundaries(root)) {
    let from = at
    let to = at
    while (from > 0 && isBlank(html[from - 1])) from--
    while (to < html.length && isBlank(html[to])) to++
    if (from === 0 || to === html.length) continue
    const insert = lineBreak + '  '.repeat(Math.min(mostIndent, depth))
    const previous = edits.at(-1)
    // If several tags share a gap, the last determines the indentation: a parent’s closing tag is indented less.
    if (previous?.from === from && previous.to === to) edits.pop()
    else if (from < last) continue
    edits.push({ from, to, insert })
    last = to
  }
  return edits.filter(({ from, to, insert }) => html.slice(from, to) !== insert)
}
