import type { Mailbox } from '../../../contract/base/draft.ts'
import { finished } from '../../base/finished.ts'
import { isMailAddress } from '../../../text/mail-address.ts'
import { scanLine, type Piece } from './scan-line.ts'

const lineEnd = /\r\n|[\n\r\u2028\u2029\v\f]/
/** A label copied from an email’s source, or a group name: `To: ann@example.com`. */
const label = /^\s{0,20}[A-Za-z][A-Za-z -]{0,40}:\s/
/**
 * A last or first name begins with a capital, or with a letter from a script without capitals; `van der` may precede it.
 */
const namePart = /^(?:\p{Ll}{1,4}[ '’]){0,3}[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M} .'’-]{0,60}$/u
/** Spaces and invisible characters, such as direction marks, that are often copied along with an address. */
const outerInvisible = /^[\s\p{Cf}]{1,100}|[\s\p{Cf}]{1,100}$/gu
/** How many lines are examined to find a list’s columns. Also how many lines are read between pauses. */
const sample = 200
const columnTitle = /^(?:e-?mail|mail|address|e-?mail address|recipient|to|name|first name|last name|full name)$/i

/**
 * Reads addresses in any form that users paste: one per line, separated by commas or semicolons, with names and quotes, or
 * as spreadsheet columns. Nothing is dropped: text that isn’t an address stays as its own entry, for the user to correct.
 * Written by hand, because the available parsers treat a list of lines as a single address, swallow the first of two
 * addresses separated only by a space, and drop the quotes of a quoted local part.
 */
export function readAddressList(text: string): Mailbox[] {
  return finished(readLongAddressList(text))
}

/** Like `readAddressList`, but yields regularly, because a list may contain a hundred thousand lines. */
export function* readLongAddressList(text: string): Generator<void, Mailbox[]> {
  const lines = text.split(lineEnd).filter((line) => line.trim() !== '')
  const scan = (line: string) => scanLine(line.replace(label, ''))
  const first = lines.slice(0, sample).map(scan)
  const skipped = first.length > 1 && first[0]!.every(isColumnTitle) ? 1 : 0
  const rows = first.slice(skipped)
  const hasNameColumn = rows.length > 1 && rows.every(isNameAndAddress)
  const isSheet = rows.length > 1 && rows.every(isSpreadsheetRow)
  const entries: Mailbox[] = []
  for (const [index, line] of lines.entries()) {
    if (index < skipped) continue
    const pieces = first[index] ?? scan(line)
    const isRow = (hasNameColumn && isNameAndAddress(pieces)) || isSpreadsheetRow(pieces)
    entries.push(...(isRow ? ofColumns(pieces, isSheet) : ofLine(pieces)))
    if (index % sample === 0) yield
  }
  return entries
}

/** Writes a mailbox as mail programs do, so that it can be read back unchanged. */
export function printMailbox({ address, name }: Mailbox): string {
  if (name === '') return address
  const plain = /^[\p{L}\p{M}\p{N} ._-]*$/u.test(name)
  return `${plain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${address}>`
}

function isColumnTitle({ text, angle }: Piece): boolean {
  return angle === null && (text === '' || columnTitle.test(text))
}

function hasAddress({ text, angle, comment }: Piece): boolean {
  return angle !== null || text.includes('@') || comment.includes('@')
}

function isNameAndAddress(pieces: readonly Piece[]): boolean {
  return pieces.length === 2 && pieces.filter(hasAddress).length === 1 && pieces.every(({ angle }) => angle === null)
}

function isSpreadsheetRow(pieces: readonly Piece[]): boolean {
  return pieces.some(({ end }) => end === '\t') && pieces.filter(hasAddress).length === 1
}

/**
 * Takes the address from its cell, and the name from the first other one. Further cells of a spreadsheet are ignored.
 */
function ofColumns(pieces: readonly Piece[], isSheet: boolean): Mailbox[] {
  const entries = ofPiece(pieces.find(hasAddress)!)
  const others = pieces.filter((piece) => !hasAddress(piece) && piece.text !== '')
  const name = entries.every((entry) => entry.name === '') ? unquoted(others.shift()?.text ?? '') : ''
  const named = entries.map((entry) => (name === '' ? entry : { ...entry, name }))
  return isSheet ? named : [...named, ...others.flatMap(ofPiece)]
}

function ofLine(pieces: readonly Piece[]): Mailbox[] {
  const entries: Mailbox[] = []
  const hasSemicolons =
    pieces.slice(0, -1).some(({ end }) => end === ';') &&
    !pieces.some((piece) => piece.end === ',' && hasAddress(piece))
  /** The part before a comma: a separate entry, or the last name in `Lee, Ann <ann@example.com>`. */
  let before: Piece[] = []
  for (const piece of pieces) {
    if (piece.end === ',' && !hasAddress(piece)) {
      before.push(piece)
      continue
    }
    if (piece.angle !== null && isName([...before, piece], hasSemicolons)) {
      const text = [...before.map((part) => part.text), piece.text].filter((part) => part !== '').join(', ')
      entries.push(...ofPiece({ ...piece, text }))
    } else entries.push(...before.flatMap(ofPiece), ...ofPiece(piece))
    before = []
  }
  return [...entries, ...before.flatMap(ofPiece)]
}

/**
 * Whether several parts with commas between them form one name. If addresses are separated by semicolons, as in a list
 * copied from Outlook, they do. Otherwise, they must be a last and a first name. A comma after any other text ends the
 * entry.
 */
function isName(parts: readonly Piece[], hasSemicolons: boolean): boolean {
  if (parts.length === 1) return true
  if (parts.some(({ text, comment }) => text.startsWith('"') || comment !== '')) return false
  return hasSemicolons || (parts.length === 2 && parts.every(({ text }) => namePart.test(text)))
}

function ofPiece(piece: Piece): Mailbox[] {
  const { angle, comment } = piece
  const text = piece.text.replace(label, '')
  if (angle !== null) return [named(bare(angle), unquoted(text) || comment)]
  if (text === '' && comment === '') return []
  if (!text.includes('@') && comment.includes('@')) return [named(bare(comment), unquoted(text))]
  if (text.startsWith('"') && text.includes('@')) return ofQuoted(text, comment)
  const words = text.startsWith('"') ? [text] : text.split(/\s+/)
  const addresses = words.map(bare).filter((word) => word.includes('@'))
  if (words.length === 1) return [named(bare(text), comment)]
  if (addresses.length === words.length) return addresses.map((address) => named(address, ''))
  // A name only ever precedes its address. Words after an address stay in the entry, for the user to correct.
  const last = bare(words.at(-1)!)
  if (addresses.length === 1 && isMailAddress(last)) {
    const name = words.slice(0, -1).join(' ')
    return [named(last, unquoted(name) || comment)]
  }
  return [named(text, comment)]
}

/**
 * Handles quotes around an entire entry, as in a CSV file, around a name without brackets, or around the first part of
 * an address.
 */
function ofQuoted(text: string, comment: string): Mailbox[] {
  const end = text.lastIndexOf('"') + 1
  const inside = text.slice(1, end - 1)
  const rest = text.slice(end)
  if (rest === '' && inside.includes('@') && !inside.includes('"')) return ofLine(scanLine(inside))
  const isAddressAfterName = /^\s/.test(rest) && isMailAddress(bare(rest))
  return [isAddressAfterName ? named(bare(rest), unquoted(text.slice(0, end))) : named(text, comment)]
}

/** A name that merely repeats the address is dropped. */
function named(address: string, name: string): Mailbox {
  return { address, name: name.toLowerCase() === address.toLowerCase() ? '' : name }
}

/** Removes `mailto:` and its query, a full stop at the end, and invisible characters around the word. */
function bare(word: string): string {
  const trimmed = unquoted(word.replace(outerInvisible, ''))
  const address = /^mailto:/i.test(trimmed) ? trimmed.slice(7).split('?', 1)[0]! : trimmed
  return address.endsWith('.') && isMailAddress(address.slice(0, -1)) ? address.slice(0, -1) : address
}

function unquoted(name: string): string {
  const text = name.trim()
  const double = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  if (double) return text.slice(1, -1).replace(/\\(.)/gs, '$1').trim()
  return text.length > 1 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1).trim() : text
}
