import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { DraftContent, DraftPart, Mailbox, Person } from '#shared/contract/base/draft.ts'
import { valuesOf } from '#shared/domain/drafts/person-values.ts'
import { renderDraft } from '#shared/domain/drafts/render-draft.ts'
import { readableHeader } from '#shared/text/encoded-words.ts'
import { partBytes } from '../../drafts/index.ts'
import { headerLines } from '../message/send-options.ts'

/** A message as it was at one moment: the draft may be edited while its files are written. */
export type WrittenMail = {
  readonly content: DraftContent
  readonly columns: readonly string[]
  readonly filePath: (id: string) => string
  readonly at: number
}

/**
 * One recipient’s message as an email file. It is rendered here, so it lacks whatever the service adds, such as tracking.
 */
export function emlOf({ content, columns, filePath, at }: WrittenMail, person: Person): Readable {
  const { subject, html, text } = renderDraft(content, valuesOf(columns, person))
  const isTheirs = ({ id, kind }: DraftPart) => kind !== 'row' || person.parts.includes(id)
  const from = mailbox(content.from)
  const replyTo = content.replyTo.address.trim() === '' ? undefined : mailbox(content.replyTo)
  const composer = new MailComposer({
    from,
    to: mailbox(person),
    cc: content.cc.map(mailbox),
    replyTo,
    subject: subject.replace(/[\r\n\0]+/g, ' '),
    ...(text !== '' && { text }),
    ...(html !== '' && { html }),
    attachments: content.parts.filter(isTheirs).map((part) => attachmentOf(filePath(part.id), part)),
    headers: Object.entries(headerLines(content)).map(([key, value]) => ({
      key,
      value: value.replace(/[\r\n\0]+/g, ' '),
    })),
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1) || 'localhost'}>`,
    date: new Date(at),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const root = composer.compile()
  const encode = root.encodeHeaderValue.bind(root)
  root.encodeHeaderValue = (key, value) => readableHeader(key, value, encode(key, value))
  return root.createReadStream() as Readable
}

function mailbox({ address, name }: Mailbox): { name: string; address: string } {
  return { name: name.trim(), address: address.trim() }
}

function attachmentOf(path: string, part: DraftPart) {
  const isImage = part.kind === 'image'
  return {
    filename: part.name,
    contentType: part.contentType || 'application/octet-stream',
    content: Readable.from(partBytes(path, part), { objectMode: false }),
    contentDisposition: isImage ? ('inline' as const) : ('attachment' as const),
    ...(isImage && part.contentId !== '' && { cid: part.contentId }),
  }
}
