import { convert } from 'html-to-text'
import { parseMarkup } from './parse-markup.ts'
import { bodyOf, textOf } from './markup.ts'

const options = {
  wordwrap: 78,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'h4', options: { uppercase: false } },
    { selector: 'table', options: { uppercaseHeaderCells: false } },
  ],
}

/** The text part of a message, as the service makes it too: for readers whose mail program shows no HTML. */
export function textOfHtml(html: string): string {
  if (html.trim() === '') return ''
  const markup = parseMarkup(html)
  // The library recurses, and its time grows with the square of the depth.
  if (markup.isTooLarge) return plainText(html)
  return convert(html, options)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

function plainText(html: string): string {
  const markup = parseMarkup(html.slice(0, 200_000))
  const body = markup.isTooLarge ? undefined : bodyOf(markup.root)
  return body
    ? textOf(body)
        .replace(/[^\S\n]+/g, ' ')
        .trim()
    : ''
}
