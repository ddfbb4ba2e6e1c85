import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { DraftContent, DraftPart, DraftPeople, Mailbox } from '#shared/contract/base/draft.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { fileLimit, nameOfGiven, readGiven } from './read-given.ts'

/** A file of a mail, to be copied to the draft. */
export type MailFile = Pick<DraftPart, 'kind' | 'name' | 'contentType' | 'contentId'> & { readonly bytes: Uint8Array }

export type Message = {
  readonly content: Partial<DraftContent>
  readonly people: DraftPeople
  readonly files: readonly MailFile[]
}

/** Far beyond what programs write: the time to read a mail grows faster than either. */
const limits = { maxNestingDepth: 100, maxHeadersSize: 524_288 }

/** A mail as programs save it (.eml): its sender, recipients, subject, both texts, its files, and X- and List- lines. */
export async function readMailFile(path: string, terminal: Terminal): Promise<Message> {
  const bytes = await readGiven(path, { flag: '--eml', ...fileLimit }, terminal)
  const email = await PostalMime.parse(bytes, limits).catch((error: unknown) => {
    throw new UsageError(`${nameOfGiven(path, '--eml')} cannot be read as an email.`, { cause: error })
  })
  const { from, subject = '', text = '', html = '' } = email
  const [sender] = mailboxes(from ? [from] : [])
  if (sender === undefined) throw new UsageError(`${nameOfGiven(path, '--eml')} has no sender.`)
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

/** A group is a named list of mailboxes; nobody gets mail at the name itself. */
function mailboxes(addresses: readonly Address[] = []): Mailbox[] {
  return addresses
    .flatMap((each) => each.group ?? [each])
    .flatMap(({ address = '', name = '' }) => (address === '' ? [] : [{ address, name }]))
}

/** Those that a sender chooses. All others describe the way of the mail or are written by the service. */
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
