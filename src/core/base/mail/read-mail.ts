import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { DraftContent, DraftPart, DraftPeople, Mailbox } from '#shared/contract/base/draft.ts'

/** A file in an email, to be copied to the draft. */
export type MailFile = Pick<DraftPart, 'kind' | 'name' | 'contentType' | 'contentId'> & { readonly bytes: Uint8Array }

export type Message = {
  readonly content: Partial<DraftContent>
  readonly people: DraftPeople
  readonly files: readonly MailFile[]
}

/**
 * Mail programs stay far below these limits. The time to read an email grows more than linearly with its depth and with
 * the size of its headers.
 */
const limits = { maxNestingDepth: 100, maxHeadersSize: 524_288 }
/** The maximum number of parts. Reading a 4 MB email with 700,000 parts took 9 s and 1.4 GB. */
const mostParts = 10_000
/** The maximum number of short lines, each of which uses 2 KB of memory. Base64 lines are longer and cheap. */
const mostShortLines = 200_000
const shortLine = 40

/**
 * An email as saved by programs (.eml): its sender, recipients, subject, plain text, HTML, files, and X- and List-
 * header lines. The sender’s address is empty if the email has none. Rejects if the bytes cannot be read as an email.
 */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<Message> {
  if (holdsTooMuch(bytes)) throw new Error('Too many parts or short lines.')
  const email = await PostalMime.parse(bytes, limits)
  const { from, subject = '', text = '', html = '' } = email
  const [sender = { address: '', name: '' }] = mailboxes(from ? [from] : [])
  const [replyTo = { address: '', name: '' }] = mailboxes(email.replyTo)
  const content: Message['content'] = {
    from: sender,
    replyTo,
    cc: mailboxes(email.cc),
    bcc: mailboxes(email.bcc),
    subject,
    html: html.trim() === '' ? '' : html,
    text,
    textMode: text.trim() === '' ? 'none' : 'written',
    headers: ownHeaders(email),
  }
  return {
    content,
    people: {
      columns: [],
      rows: mailboxes(email.to).map((mailbox) => ({ ...mailbox, values: [], parts: [] })),
    },
    files: email.attachments.map((attachment, at) => fileOf(attachment, at, html)),
  }
}

/**
 * Whether the email has too many short lines or parts. Boundaries are known only after parsing, so every line that
 * could be one is counted.
 */
function holdsTooMuch(bytes: Uint8Array): boolean {
  const mostLines = Math.max(mostShortLines, bytes.length / shortLine)
  let lines = 0
  let boundaries = 0
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) {
    lines += 1
    if (bytes[at + 1] === dash && bytes[at + 2] === dash) boundaries += 1
    if (lines > mostLines || boundaries > mostParts) return true
  }
  return false
}
const lineEnd = 0x0a
const dash = 0x2d

/** Lists the mailboxes of all groups. A group is a named list of mailboxes, and its name is not an address. */
function mailboxes(addresses: readonly Address[] = []): Mailbox[] {
  return addresses
    .flatMap((each) => each.group ?? [each])
    .flatMap(({ address = '', name = '' }) => (address === '' ? [] : [{ address, name }]))
}

/** Headers chosen by the sender. All others describe the email’s route or are written by the service. */
function ownHeaders({ headerLines }: Email): DraftContent['headers'] {
  return headerLines.flatMap(({ key, line }) => {
    if (!/^(?:x|list)-/.test(key)) return []
    const colon = line.indexOf(':')
    return [
      {
        name: line.slice(0, colon).trim(),
        value: line
          .slice(colon + 1)
          .replace(/\r?\n/g, '')
          .trim(),
      },
    ]
  })
}

function fileOf({ filename, mimeType, contentId = '', content }: Attachment, at: number, html: string): MailFile {
  const id = contentId.replace(/^<|>$/g, '')
  const isShown = id !== '' && mimeType.startsWith('image/') && html.includes(`cid:${id}`)
  return {
    kind: isShown ? 'image' : 'attachment',
    name: filename || `attachment-${at + 1}`,
    contentType: mimeType,
    contentId: isShown ? id : '',
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}
