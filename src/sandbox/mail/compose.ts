import MailComposer from 'nodemailer/lib/mail-composer'
import MimeNode from 'nodemailer/lib/mime-node'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import { readableHeader } from '#shared/text/encoded-words.ts'
import type { Address, Part } from '../store/index.ts'
import { placeholderId, placeholderPath } from '../tracking/signer.ts'
import type { Body } from './bodies.ts'
import { LongText, withCrlf } from './long-text.ts'
import { render, renderOptions, type Links, type RenderInput } from './render.ts'
import { pieces, serialize, serializedLength } from './serialize.ts'

export type ComposeInput = RenderInput & { email: string; personalName: string | null; createdDate: number }

/**
 * Composes a message. Its bytes, including the boundaries, depend only on the input, so it can be composed again at any
 * time.
 */
export function compose(input: ComposeInput, links: Links): MimeNode {
  const { id, content, createdDate } = input
  const { lines, domain } = renderOptions(content)
  const { subject, text, html, unsubscribeUrl } = render(input, links)
  const isLong = typeof text !== 'string' || typeof html !== 'string' || text.length + html.length > longText
  const sender = domain ?? content.from.address.slice(content.from.address.lastIndexOf('@') + 1)
  const root = new MailComposer({
    from: mailbox(content.from),
    to: mailbox({ address: input.email, personalName: input.personalName ?? '' }),
    cc: content.cc?.map(mailbox),
    replyTo: content.replyTo && mailbox(content.replyTo),
    subject,
    text: isLong ? long(text) : withCrlf(text),
    html: isLong ? long(html) : withCrlf(html),
    ...(isLong && { textEncoding: 'base64' as const }),
    attachments: [
      ...content.images.map((image) => attached(image, 'inline')),
      ...content.attachments.map((part) => attached(part, 'attachment')),
    ],
    messageId: `<${id}@${sender}>`,
    date: new Date(createdDate),
    headers: [...lines.map(([key, value]) => ({ key, value })), ...unsubscribeLines(lines, unsubscribeUrl)],
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const encode = root.encodeHeaderValue.bind(root)
  root.encodeHeaderValue = (key, value) => readableHeader(key, value, encode(key, value))
  return root
}

/** Wraps a text in a `LongText`, which the library, although it doesn’t know the type, passes on to our own writer. */
function long(text: Body): string {
  if (text === '') return ''
  return new LongText(typeof text === 'string' ? [text] : text) as unknown as string
}

/** The service adds no unsubscribe lines to a message that already has some. */
function unsubscribeLines(lines: readonly (readonly [string, string])[], url: string) {
  if (lines.some(([name]) => /^list-unsubscribe(-post)?$/i.test(name))) return []
  return [
    { key: 'List-Unsubscribe', value: { prepared: true, value: `<${url}>` } },
    { key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]
}

export function composeBytes(input: ComposeInput, links: Links): Buffer {
  return serialize(compose(input, links))
}

export function* composePieces(input: ComposeInput, links: Links): Generator<Buffer, void, undefined> {
  yield* pieces(compose(input, links))
}

/**
 * Returns the message’s length. It can be computed before the message has an id and signatures, because their lengths
 * are fixed.
 */
export function composedLength(input: Omit<ComposeInput, 'id'>, base: string): number {
  return serializedLength(compose({ ...input, id: placeholderId }, { base, path: placeholderPath }))
}

/**
 * Returns the length of the `To` line. No other line differs in length between messages to recipients without values.
 */
export function toLineLength({ email, personalName }: Pick<ComposeInput, 'email' | 'personalName'>): number {
  const plain = personalName ? `To: ${personalName} <${email}>` : `To: ${email}`
  // For lines that need neither folding nor quoting, as most do, the length is computed 50 times as fast.
  if (plain.length <= 76 && unquotedName.test(personalName ?? '') && plainAddress.test(email)) return plain.length
  const to = mailbox({ address: email, personalName: personalName ?? '' })
  const value = readableHeader('To', to, MimeNode.encodeHeaderValue('To', to))
  return Buffer.byteLength(foldLines(`To: ${value}`, 76))
}

/** Longer texts are written as base64: quoted-printable works character by character and takes 8 s for 50 MB. */
const longText = 1_048_576
const unquotedName = /^(?:\w+(?: \w+)*)?$/
const plainAddress = /^[\w.+-]+@[a-z0-9.-]+$/

function mailbox({ address, personalName }: Address): { name: string; address: string } {
  return { name: personalName ?? '', address }
}

function attached({ contentType, filename, name, content }: Part, contentDisposition: 'inline' | 'attachment') {
  const cid = contentDisposition === 'inline' ? filename : undefined
  return { contentType, filename: name ?? filename, content: bytes(content), cid, contentDisposition }
}

/** Shares memory: copying a large attachment for every recipient would be slow. */
function bytes(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.length)
}
