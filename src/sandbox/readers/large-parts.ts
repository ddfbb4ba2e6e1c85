import { randomUUID } from 'node:crypto'
import { readJsonLetters } from './json-letters.ts'

/** A file or text with at least this many characters is decoded straight from the bytes of its call. */
const leastLetters = 262_144
/** The number of characters decoded at a time: a multiple of four, so that no byte is split. */
const turn = 1_048_576

const quote = 0x22
const backslash = 0x5c
const equals = 0x3d
const isBase64 = new Uint8Array(256)
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'))
  isBase64[letter] = 1
const member = /"(content|text|html)"\s{0,9}:\s{0,9}$/
const memberLength = 40

type Taken = { text: string; mark: string; parts: (Buffer | string)[] }
type Owner = Record<string, unknown>

/**
 * Parses a send’s body. Large files and texts are decoded straight from its bytes. Otherwise, a 49 MB file would be in
 * memory four times, among others in the body’s text and in the parsed value. Returns undefined if no part is large, or
 * if a large one is in an unexpected position. The body is then parsed in the usual way, which also finds its errors.
 */
export function parseWithLargeParts(body: Buffer): { value: unknown; text: string } | undefined {
  if (body.length < leastLetters) return undefined
  const { text, mark, parts } = takeOut(body)
  if (parts.length === 0) return undefined
  try {
    const value = JSON.parse(text) as { msg?: Owner | null } | null
    const message = value?.msg ?? undefined
    const found = [
      ...marked(message, 'text', mark),
      ...marked(message, 'html', mark),
      ...[...partsOf(message?.images), ...partsOf(message?.attachments)].flatMap((part) =>
        marked(part, 'content', mark),
      ),
    ]
    if (found.length !== parts.length) return undefined
    for (const { owner, name, index } of found) owner[name] = parts[index]
    return { value, text }
  } catch {
    return undefined
  }
}

function marked(owner: Owner | undefined, name: string, mark: string): { owner: Owner; name: string; index: number }[] {
  const text = owner?.[name]
  if (owner === undefined || typeof text !== 'string' || !text.startsWith(mark)) return []
  return [{ owner, name, index: Number(text.slice(mark.length)) }]
}

/**
 * Puts a marker in place of each large part. Callers cannot forge markers, because they are created at random for each
 * body.
 */
function takeOut(body: Buffer): Taken {
  const taken: Taken = { text: '', mark: `${randomUUID()} `, parts: [] }
  let copied = 0
  for (let start = body.indexOf(quote); start >= 0;) {
    const end = endOfText(body, start)
    if (end < 0) break
    const part = end - start > leastLetters ? readPart(body, start, end) : undefined
    if (part !== undefined) {
      taken.text += `${body.toString('utf8', copied, start + 1)}${taken.mark}${taken.parts.length}`
      taken.parts.push(part)
      copied = end
    }
    start = body.indexOf(quote, end + 1)
  }
  // If no part is large, the copy of the body would go unused.
  if (taken.parts.length > 0) taken.text += body.toString('utf8', copied)
  return taken
}

function readPart(body: Buffer, start: number, end: number): Buffer | string | undefined {
  const [, name] = member.exec(body.toString('latin1', Math.max(0, start - memberLength), start)) ?? []
  if (name === undefined) return undefined
  if (name !== 'content') return readJsonLetters(body.subarray(start + 1, end))
  return isFile(body, start, end) ? decode(body.subarray(start + 1, end)) : undefined
}

/** Returns the position of the closing quote of the string that opens at `start`. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(quote, start + 1); end >= 0; end = body.indexOf(quote, end + 1)) {
    let before = end
    while (body[before - 1] === backslash) before--
    if ((end - before) % 2 === 0) return end
  }
  return -1
}

function isFile(body: Buffer, start: number, end: number): boolean {
  if ((end - start - 1) % 4 !== 0) return false
  const last = body[end - 1] === equals ? (body[end - 2] === equals ? end - 2 : end - 1) : end
  for (let at = start + 1; at < last; at++) if (isBase64[body[at]!] === 0) return false
  return true
}

function decode(letters: Buffer): Buffer {
  const padding = letters.at(-1) === equals ? (letters.at(-2) === equals ? 2 : 1) : 0
  const file = Buffer.allocUnsafeSlow((letters.length / 4) * 3 - padding)
  for (let at = 0; at < letters.length; at += turn) {
    file.write(letters.toString('latin1', at, at + turn), (at / 4) * 3, 'base64')
  }
  return file
}

function partsOf(list: unknown): Owner[] {
  if (!Array.isArray(list)) return []
  return list.filter((part): part is Owner => typeof part === 'object' && part !== null)
}
