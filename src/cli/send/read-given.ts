import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { longestText, mostFileBytes } from '#shared/contract/base/draft-limits.ts'
import { decodeHtml, decodeText } from '#core/base/mail/decode-text.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'

type Streams = Pick<Terminal, 'folder' | 'stdin'>

type Given = {
  readonly flag: string
  /** The limit in bytes (`most`), and its wording for the user (`limit`). */
  readonly most: number
  readonly limit: string
}

/** The limit for attached files, and for files that contain a whole message. */
export const fileLimit = { most: mostFileBytes, limit: `${mostFileBytes / 1024 ** 2} MB` }

/** A UTF-16 code unit takes up at most three bytes in UTF-8. */
const textLimit = { most: 3 * longestText, limit: `${longestText.toLocaleString('en')} characters` }

/** The beginning of a message about a file given by a flag. */
export function nameOfGiven(path: string, flag: string): string {
  return path === '-' ? `The ${flag} input from stdin` : `The file ${path} given by ${flag}`
}

/**
 * Reads a file named by a flag, or stdin, in parts. Reading stops at the limit, because a pipe or device may never end.
 * An unreadable file counts as a mistake in the arguments.
 */
export async function* partsOfGiven(path: string, { flag, most, limit }: Given, { folder, stdin }: Streams) {
  let size = 0
  try {
    for await (const part of path === '-' ? stdin : createReadStream(resolve(folder, path))) {
      size += (part as Buffer).length
      if (size > most) throw tooLarge(path, flag, limit)
      yield part as Buffer
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof UsageError) throw error
    const reason = code === 'ENOENT' ? 'does not exist' : `can’t be read (${code})`
    throw new UsageError(`${nameOfGiven(path, flag)} ${reason}.`, { cause: error })
  }
}

export async function readGiven(path: string, given: Given, terminal: Streams): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of partsOfGiven(path, given, terminal)) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads a message’s text from a file, up to the maximum length of a draft. */
export async function readGivenText(path: string, flag: '--text' | '--html', terminal: Streams): Promise<string> {
  const bytes = await readGiven(path, { flag, ...textLimit }, terminal)
  const text = flag === '--html' ? decodeHtml(bytes) : decodeText(bytes)
  if (text === null || text.includes('\0')) {
    const named = flag === '--html' ? 'neither in UTF-8 nor in the charset that it declares' : 'not in UTF-8'
    throw new UsageError(`${nameOfGiven(path, flag)} can’t be read because it is ${named}. Save it as UTF-8.`)
  }
  if (text.length > longestText) throw tooLarge(path, flag, textLimit.limit)
  return text
}

function tooLarge(path: string, flag: string, limit: string): UsageError {
  return new UsageError(`${nameOfGiven(path, flag)} is too large. The limit is ${limit}.`)
}
