import PostalMime, { type Email } from 'postal-mime'
import { invalid, tooLarge } from '../http/service-error.ts'
import { parseLargeMail } from './parse-large-mail.ts'

/** Programs write far fewer levels and far smaller headers. The library’s time grows faster than linearly with both. */
const mostLevels = 100
const largestHead = 524_288
/** A 4 MB email with 700,000 parts took 9 s and 1.4 GB. */
const mostParts = 10_000
/** Each line takes 2 KB of memory. Base64 lines are longer and cheap. */
const mostShortLines = 200_000
const shortLine = 40
/** An email smaller than this can be in memory several times without harm. */
const largeMail = 1_048_576

/**
 * Parses any email. An unreadable email is refused permanently, because another attempt would not help. A large email is
 * decoded in place: afterwards, `raw` no longer contains the email.
 */
export async function parseMail(raw: Buffer): Promise<Email> {
  if (holdsTooManyParts(raw)) throw invalid(`The mail has more than ${mostParts.toLocaleString('en')} parts.`)
  if (holdsTooManyLines(raw)) {
    throw invalid(
      `The mail has more than ${mostShortLines.toLocaleString('en')} short lines. Encode the text or the files as base64.`,
    )
  }
  try {
    const mail = raw.length < largeMail ? undefined : await parseLargeMail(raw, byLibrary)
    return mail ?? (await byLibrary(raw))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason.includes('nesting depth'))
      throw invalid(`The mail’s parts are nested more than ${mostLevels} levels deep.`)
    if (reason.includes('header size')) throw tooLarge(largestHead, 'head of the mail')
    throw invalid(`The mail can’t be read: ${reason}.`)
  }
}

function byLibrary(raw: Buffer): Promise<Email> {
  return PostalMime.parse(raw, { maxNestingDepth: mostLevels, maxHeadersSize: largestHead })
}

/** Counts the lines that could be boundaries, since the real boundaries are known only after parsing. */
function holdsTooManyParts(raw: Buffer): boolean {
  if (!/multipart\//i.test(raw.toString('latin1', 0, largestHead))) return false
  let lines = 0
  for (let at = raw.indexOf('\n--'); at !== -1 && lines <= mostParts; at = raw.indexOf('\n--', at + 3)) lines += 1
  return lines > mostParts
}

function holdsTooManyLines(raw: Buffer): boolean {
  const most = Math.max(mostShortLines, raw.length / shortLine)
  let lines = 0
  for (let at = raw.indexOf('\n'); at !== -1 && lines <= most; at = raw.indexOf('\n', at + 1)) lines += 1
  return lines > most
}

const namesUtf7 = /^content-type:[^\n]{0,400}(?:\n[ \t][^\n]{0,400}){0,8}?charset="?(?:unicode-1-1-)?utf-7|=\?utf-7\?/im

/** UTF-7 is refused: it looks like ASCII but is not, so the message would arrive unreadable. */
export function refuseUtf7(raw: Buffer): void {
  const isNamed = ['utf-7', 'UTF-7', 'Utf-7'].some((name) => raw.includes(name))
  if (isNamed && namesUtf7.test(raw.toString('latin1'))) {
    throw invalid('The mail is written in UTF-7, which is no longer supported. Send it as UTF-8.')
  }
}
