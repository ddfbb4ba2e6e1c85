import type { DraftContent } from '../../contract/base/draft.ts'

/** Bytes of a whole message as it is sent: some mailboxes refuse more than the first, many more than the second. */
const muchMail = 10_000_000
const mostMail = 25_000_000

/** The size of a file inside a message: four letters for three bytes, in lines of 76 letters. */
export function encodedSize(bytes: number): number {
  const letters = Math.ceil(bytes / 3) * 4
  return letters + Math.ceil(letters / 76) * 2
}

export type Weight = {
  /** Bytes of the files on the disk, and of the whole message as it is sent. */
  readonly files: number
  readonly sent: number
  readonly problem: { readonly severity: 'warning' | 'error'; readonly sentence: string } | null
}

/** The weight of what everybody gets: files for single recipients are sent separately. */
export function weightOf({ parts, html, text }: Pick<DraftContent, 'parts' | 'html' | 'text'>): Weight {
  const shared = parts.filter(({ kind }) => kind !== 'row')
  const files = shared.reduce((sum, { size }) => sum + size, 0)
  const sent = shared.reduce((sum, { size }) => sum + encodedSize(size), html.length + text.length)
  return { files, sent, problem: problemOf(sent) }
}

/** The same wording is used for the files, the checks and the last look. */
function problemOf(sent: number): Weight['problem'] {
  if (sent <= muchMail) return null
  const size = `The message is ${(sent / 1_000_000).toFixed(1)} MB when it is sent.`
  return sent > mostMail
    ? { severity: 'error', sentence: `${size} Many mailboxes refuse messages over 25 MB. Link to the files instead.` }
    : { severity: 'warning', sentence: `${size} Some mailboxes refuse messages over 10 MB.` }
}
