import PostalMime, { type Email } from 'postal-mime'
import { tooLarge } from '../readers/json-body.ts'
import { invalid } from '../http/service-error.ts'

/** Far beyond what programs write; the library's cost grows faster than both. */
const mostLevels = 100
const largestHead = 524_288
/** 700,000 parts, in a mail of 4 MB, took 9 s and 1.4 GB. */
const mostParts = 10_000
/** 2 KB of memory each. Lines of base64 are longer, and cost nothing of the kind. */
const mostShortLines = 200_000
const shortLine = 40

/** Any mail, or a refusal that is for good: one that is not understood today is not understood at the next attempt. */
export async function readAnyMail(raw: Buffer): Promise<Email> {
  if (holdsTooManyParts(raw)) throw invalid(`The mail has more than ${mostParts.toLocaleString('en')} parts.`)
  if (holdsTooManyLines(raw)) {
    throw invalid(
      `The mail has more than ${mostShortLines.toLocaleString('en')} short lines. Encode its text or its files as base64.`,
    )
  }
  try {
    return await PostalMime.parse(raw, { maxNestingDepth: mostLevels, maxHeadersSize: largestHead })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason.includes('nesting depth')) throw invalid(`The mail is nested more than ${mostLevels} parts deep.`)
    if (reason.includes('header size')) throw tooLarge(largestHead, 'head of the mail')
    throw invalid(`The mail cannot be read: ${reason}.`)
  }
}

/** By the lines that could part it: what they part is not known before the mail is read. */
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

/** The one encoding of mail that looks like ASCII and is none: it would go on as signs nobody can read. */
export function refuseUtf7(raw: Buffer): void {
  const isNamed = ['utf-7', 'UTF-7', 'Utf-7'].some((name) => raw.includes(name))
  if (isNamed && namesUtf7.test(raw.toString('latin1'))) {
    throw invalid('The mail is written in UTF-7, which is not read any more. Send it as UTF-8.')
  }
}
