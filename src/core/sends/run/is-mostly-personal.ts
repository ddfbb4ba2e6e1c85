import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { utf8Length } from '#shared/text/utf8-length.ts'

/** How many bytes of a request three bytes of a file take. */
const base64 = 4
/** The bytes of a request for each recipient besides the address, which is written twice, the name and the values. */
const around = 60

/** Whether most of a call’s bytes are its recipients’ addresses and values, so that half of them make it much smaller. */
export function isMostlyPersonal({ html, text, parts }: DraftContent, { columns, rows }: DraftPeople): boolean {
  const names = bytesOf(columns)
  const personal = rows.reduce((sum, { address, name, values }) => {
    return sum + around + bytesOf([address, address, name]) + (values.length > 0 ? names + bytesOf(values) : 0)
  }, 0)
  const files = parts.reduce((sum, { kind, size }) => (kind === 'row' ? sum : sum + (size / 3) * base64), 0)
  return personal >= bytesOf([html, text]) + files
}

function bytesOf(texts: readonly (string | null | undefined)[]): number {
  return texts.reduce((sum, text) => sum + utf8Length(text ?? ''), 0)
}
