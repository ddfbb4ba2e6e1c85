import type { SentMessage } from '#shared/contract/messages.ts'
import { substitute, substitutionValues } from '#shared/domain/drafts/substitution.ts'
import type { FoundCopy } from './kept-send.ts'

/** A cc or bcc recipient has no values and sees the message as it was written. */
export function shownCopy({ at, content: { text, html, columns }, values }: FoundCopy): SentMessage {
  const own = substitutionValues(Object.fromEntries(columns.map((name, index) => [name, values?.[index]])))
  return { at, text: substitute(text, own, 'text'), html: substitute(html, own, 'html') }
}
