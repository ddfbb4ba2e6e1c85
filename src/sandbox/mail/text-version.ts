import { createRequire } from 'node:module'
import { attributesOf } from './html-tags.ts'

type Convert = (html: string, options: object) => string

const options = { wordwrap: 78, selectors: [{ selector: 'img', format: 'skip' }] }
let convert: Convert | undefined

/**
 * The library takes quadratic time in the nesting depth. In the worst case, this many tags take a tenth of a second.
 */
const maxTags = 20_000
const maxLength = 4_194_304
/** The number of characters tidied at a time. */
const turn = 32_768

/**
 * Creates the text version of a message that has only HTML, split at line breaks. The library is loaded on first use,
 * because few messages need it.
 */
export function textVersion(html: string): Iterable<string> {
  if (html.length > maxLength || hasMoreTags(html, maxTags)) return withoutTags(html)
  // A static import would add 5 ms to each start, and this function cannot wait for an import().
  convert ??= (createRequire(import.meta.url)('html-to-text') as { convert: Convert }).convert
  try {
    return [convert(html, options)]
  } catch (error) {
    // The library is recursive, and HTML that is a few thousand levels deep overflows its stack.
    if (error instanceof RangeError) return withoutTags(html)
    throw error
  }
}

function hasMoreTags(html: string, limit: number): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (++count > limit) return true
  }
  return false
}

const tagStart = /^[a-z/!?]/i
const tagName = /^\/?([a-z][a-z0-9]{0,20})/i
const invisible = new Set(['script', 'style', 'title'])
const inline = new Set(
  'a abbr b bdi bdo big cite code del em font i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Removes markup in a single pass from left to right, so that no input is slow or fails. */
export function* withoutTags(html: string): Generator<string, void, undefined> {
  const lines = new Lines()
  let gathered: string[] = []
  let length = 0
  for (const piece of visibleText(html)) {
    length += piece.length
    const end = length < turn ? 0 : piece.lastIndexOf('\n') + 1
    if (end === 0) gathered.push(piece)
    else {
      // A line break ends every entity and every line, so the text up to it is complete.
      yield lines.tidied(decoded(gathered.join('') + piece.slice(0, end - 1)))
      gathered = [piece.slice(end)]
      length = piece.length - end
    }
  }
  yield lines.tidied(decoded(gathered.join('')))
}

function* visibleText(html: string): Generator<string, void, undefined> {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    if (open > at) yield html.slice(at, open)
    if (!tagStart.test(html[open + 1] ?? '')) {
      yield '<'
      at = open + 1
      continue
    }
    const { end, isBreak } = markup(html, open)
    if (isBreak) yield '\n'
    at = end
  }
  yield html.slice(at)
}

function markup(html: string, open: number): { end: number; isBreak: boolean } {
  if (html.startsWith('<!--', open)) return { end: after(html, '-->', open + 4), isBreak: false }
  const [given, name] = tagName.exec(html.slice(open + 1, open + 24)) ?? []
  if (given === undefined || name === undefined) return { end: after(html, '>', open), isBreak: false }
  const tag = name.toLowerCase()
  const { end } = attributesOf(html, open + 1 + given.length)
  const isBreak = !inline.has(tag)
  return given.startsWith('/') || !invisible.has(tag) ? { end, isBreak } : { end: closingTag(html, tag, end), isBreak }
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

/** Without a closing tag, the rest of the text belongs to the element, as in a browser. */
function closingTag(html: string, name: string, from: number): number {
  // eslint-disable-next-line mailroom/linear-regex -- `name` comes from the list above and repeats nothing
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7}|x[0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole: string, code?: string, name = '') =>
    code === undefined ? (entities[String(name).toLowerCase()] ?? whole) : (letter(Number(`0${code}`)) ?? whole),
  )
}

function letter(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined
}

/** Removes the markup’s blanks from lines, and leaves at most one empty line between two others. */
class Lines {
  #isEmpty = true
  #isAfterGap = false

  tidied(text: string): string {
    let made = ''
    for (const given of text.split('\n')) {
      const line = given.split(/\s+/).join(' ').trim()
      if (line === '') this.#isAfterGap = true
      else {
        if (!this.#isEmpty) made += this.#isAfterGap ? '\n\n' : '\n'
        made += line
        this.#isEmpty = false
        this.#isAfterGap = false
      }
    }
    return made
  }
}
