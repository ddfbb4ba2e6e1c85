import { convert, type FormatCallback } from 'html-to-text'
import {
  applyEdits,
  attributeOf,
  bodyOf,
  type Edit,
  type MarkupElement,
  parseMarkup,
  textOfMarkup,
} from '../../../markup/index.ts'

/** Each cell ends with a space, so that the words of adjacent cells do not merge. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

const options = {
  wordwrap: 78,
  formatters: { cell },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'h4', options: { uppercase: false } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
}

/** Generates a message’s text part as the service does, for readers whose mail program shows no HTML. */
export function textOfHtml(html: string): string {
  if (html.trim() === '') return ''
  const markup = parseMarkup(html)
  // The library recurses, and its running time is quadratic in the depth, so large documents are converted without it.
  if (markup.isTooLarge) return plainText(html)
  return convert(applyEdits(html, hiddenParts(markup.root)), options)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

function plainText(html: string): string {
  const markup = parseMarkup(html.slice(0, 200_000))
  const body = markup.isTooLarge ? undefined : bodyOf(markup.root)
  return body
    ? textOfMarkup(body)
        .replace(/[^\S\n]+/g, ' ')
        .trim()
    : ''
}

/** Returns the edits that remove what is hidden from readers, such as preview lines and copies for other screens. */
function hiddenParts(root: MarkupElement): Edit[] {
  const cuts: Edit[] = []
  const walk = (element: MarkupElement) => {
    const style = attributeOf(element, 'style') ?? ''
    const isHidden = /display\s{0,9}:\s{0,9}none/i.test(style) || attributeOf(element, 'hidden') !== undefined
    const last = cuts.at(-1)
    if (isHidden && element.from >= (last?.to ?? 0) && element.to > element.from)
      cuts.push({ from: element.from, to: element.to, insert: '' })
    else if (!isHidden) for (const child of element.children) if (child.kind === 'element') walk(child)
  }
  walk(root)
  return cuts
}
