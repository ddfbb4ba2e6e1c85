import { parseFragment } from 'parse5'
import { editBetween, type Edit } from './edits.ts'

/**
 * The character that represents a `br` in the text of a run. A run that already contains this character is not edited in
 * place.
 */
export const lineBreak = '\u2028'

/**
 * Part of a run’s text, and the source that represents it. Most characters represent themselves. A character reference
 * or a line break represents one or two characters and is replaced as a unit.
 */
type Piece = { readonly source: string; readonly text: string }

const reference = /&(?:#[0-9]{1,9}|#x[0-9a-f]{1,8}|[a-z][a-z0-9]{1,40});?|\r\n?|<br(?:[\s/][^<>]*)?>/gi

function pieces(source: string): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const { 0: match, index } of source.matchAll(reference)) {
    if (index > at) found.push(literal(source.slice(at, index)))
    found.push({ source: match, text: match.startsWith('\r') ? '\n' : (decode(match) ?? '') })
    at = index + match.length
  }
  if (at < source.length) found.push(literal(source.slice(at)))
  return found
}

function literal(text: string): Piece {
  return { source: text, text }
}

/** Returns the source as decoded by a browser; null unless it contains only text and line breaks. */
function decode(source: string): string | null {
  let text = ''
  for (const node of parseFragment(source).childNodes) {
    if ('value' in node) text += node.value
    else if (node.nodeName === 'br') text += lineBreak
    else return null
  }
  return text
}

/**
 * Returns the text that a browser decodes from text and line breaks in the source; null if the source contains anything
 * else.
 */
export function textOfRun(source: string): string | null {
  const parts = pieces(source)
  const isText = parts.every((part) => part.text === lineBreak || !/<[a-z/!?]/i.test(part.source))
  return isText && !source.includes(lineBreak) ? parts.map((part) => part.text).join('') : null
}

/** No named character reference is longer than this. */
const longestReference = 40
const nbsp = 0xa0
const space = 0x20

/** Browsers replace ordinary spaces with no-break spaces, and vice versa, during typing. */
function isSame(one: number, other: number): boolean {
  return one === other || (isSpace(one) && isSpace(other))
}

function isSpace(code: number): boolean {
  return code === nbsp || code === space || code === 0x0a || code === 0x09
}

/**
 * Returns the edit to a run’s source that makes its text read as typed; null if nothing was typed. Only the typed part
 * is replaced: existing references stay as written. New line breaks are written as `breakTag`.
 */
export function runEdit(source: string, typed: string, breakTag: string): Edit | null {
  const parts = pieces(source)
  const text = parts.map((part) => part.text).join('')
  const edit = editBetween(text, typed, isSame)
  if (!edit) return null
  const write = (plain: string) => escapeText(plain).replaceAll(lineBreak, breakTag)
  const insert = plainSpaces(edit.insert, text[edit.from - 1], text[edit.to])
  const from = sourceOffset(parts, edit.from, 'before')
  const to = sourceOffset(parts, edit.to, 'after')
  // If a reference is cut, the characters that were not typed over are kept.
  const written = write(text.slice(from.text, edit.from) + insert + text.slice(edit.to, to.text))
  const nearby = source.slice(Math.max(0, from.source - longestReference), from.source)
  const small: Edit = { from: from.source, to: to.source, insert: written }
  if (!/[&<]/.test(nearby)) return small
  // An unescaped `&` or `<` before the edit may now start a reference or a tag, as when `amp;` is typed after `R&D`. Its
  // line is then rewritten.
  const start = sourceOffset(parts, edit.from === 0 ? 0 : text.lastIndexOf(lineBreak, edit.from - 1) + 1, 'after')
  const next = text.indexOf(lineBreak, edit.to)
  const end = sourceOffset(parts, next < 0 ? text.length : next, 'before')
  const wanted = text.slice(start.text, edit.from) + insert + text.slice(edit.to, end.text)
  const line = source.slice(start.source, small.from) + written + source.slice(small.to, end.source)
  // A tag follows each line, and `</` before a tag starts a comment.
  return decode(`${line}<br>`) === wanted + lineBreak
    ? small
    : { from: start.source, to: end.source, insert: write(wanted) }
}

/** Returns the source range of a range of the text. Source that represents several characters is not split. */
export function sourceRange(source: string, from: number, to: number): { from: number; to: number } {
  const parts = pieces(source)
  const start = sourceOffset(parts, from, 'before').source
  return { from: start, to: Math.max(start, from === to ? start : sourceOffset(parts, to, 'after').source) }
}

/**
 * Returns the text range represented by a range of the source. Source that represents several characters is not split.
 */
export function textRange(source: string, from: number, to: number): TextRange {
  const range = { from: 0, to: 0 }
  let at = 0
  for (const { source: written, text } of pieces(source)) {
    const letters = (place: number, cut: number) => {
      if (place <= at) return 0
      return place >= at + written.length ? text.length : written === text ? place - at : cut
    }
    range.from += letters(from, 0)
    range.to += letters(to, text.length)
    at += written.length
  }
  return range
}

/**
 * Returns the source ranges of several text ranges, in order and in one pass. Source that represents several characters
 * is not split.
 */
export function sourceRanges(source: string, ranges: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = []
  let part = { source: 0, text: 0 }
  let index = 0
  const parts = pieces(source)
  const offset = (at: number, side: 'before' | 'after'): number => {
    for (; index < parts.length; index++) {
      const { source: written, text } = parts[index]!
      const end = part.text + text.length
      if (at < end || (at === end && side === 'after'))
        return part.source + (written === text ? at - part.text : side === 'before' ? 0 : written.length)
      part = { source: part.source + written.length, text: end }
    }
    return part.source
  }
  for (const { from, to } of ranges) {
    const start = offset(from, 'before')
    found.push({ from: start, to: from === to ? start : offset(to, 'after') })
  }
  return found
}

type TextRange = { readonly from: number; readonly to: number }

function sourceOffset(
  parts: readonly Piece[],
  offset: number,
  side: 'before' | 'after',
): { source: number; text: number } {
  let source = 0
  let text = 0
  for (const part of parts) {
    const isLast = side === 'after' ? offset <= text + part.text.length : offset < text + part.text.length
    if (isLast) {
      const inside = offset - text
      if (part.source === part.text) return { source: source + inside, text: offset }
      if (inside === 0) return { source, text }
      return side === 'before'
        ? { source, text }
        : { source: source + part.source.length, text: text + part.text.length }
    }
    source += part.source.length
    text += part.text.length
  }
  return { source, text }
}

/**
 * Typed text with the spaces that the source needs: one of two adjacent spaces must be a no-break space, or it would
 * collapse. All others are ordinary.
 */
function plainSpaces(typed: string, before: string | undefined, after: string | undefined): string {
  let plain = ''
  for (let index = 0; index < typed.length; index++) {
    const letter = typed[index]!
    const vanishes = isBlank(plain.at(-1) ?? before) || isBlank(typed[index + 1] ?? after)
    plain += letter !== ' ' && letter !== '\u00a0' ? letter : vanishes ? '\u00a0' : ' '
  }
  return plain
}

function isBlank(letter: string | undefined): boolean {
  return letter !== undefined && /[ \n\t]/.test(letter)
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (sign) => signs[sign] ?? sign)
}
