import type { DraftContent } from '../../contract/base/draft.ts'

/**
 * The size of a complete message as sent, in bytes. Some mailboxes refuse messages above the first limit, and many
 * above the second.
 */
const muchMail = 10_000_000
const mostMail = 25_000_000

/**
 * Returns a file’s size inside a message, which has four characters for every three bytes, in lines of 76 characters.
 */
export function encodedSize(bytes: number): number {
  const letters = Math.ceil(bytes / 3) * 4
  return letters + Math.ceil(letters / 76) * 2
}

export type Weight = {
  /** Bytes of the files on disk, and of the complete message as sent. */
  readonly files: number
  readonly sent: number
  readonly problem: { readonly severity: 'warning' | 'error'; readonly sentence: string } | null
}

/**
 * Computes the size of everything that all recipients receive. Files for individual recipients don’t count, because
 * each message contains only its own.
 */
export function weightOf({ parts, html, text }: Pick<DraftContent, 'parts' | 'html' | 'text'>): Weight {
  const shared = parts.filter(({ kind }) => kind !== 'row')
  const files = shared.reduce((sum, { size }) => sum + size, 0)
  const sent = shared.reduce((sum, { size }) => sum + encodedSize(size), html.length + text.length)
  return { files, sent, problem: problemOf(sent) }
}

/** The files, the checks and the final review all use this wording. */
function problemOf(sent: number): Weight['problem'] {
  if (sent <= muchMail) return null
  const size = `The message is ${(sent / 1_000_000).toFixed(1)} MB when sent.`
  return sent > mostMail
    ? { severity: 'error', sentence: `${size} Many mailboxes refuse messages over 25 MB. Link to the files instead.` }
    : { severity: 'warning', sentence: `${size} Some mailboxes refuse messages over 10 MB.` }
}
