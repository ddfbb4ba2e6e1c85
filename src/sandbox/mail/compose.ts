import MailComposer from 'nodemailer/lib/mail-composer'
import MimeNode from 'nodemailer/lib/mime-node'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import { readableHeader } from '#shared/text/encoded-words.ts'
import { collectAfter } from '../base/collect-garbage.ts'
import type { Address, Part } from '../store/index.ts'
import { placeholderId, placeholderPath } from '../tracking/signer.ts'
import { render, renderOptions, type Links, type RenderInput } from './render.ts'
import { pieces, serialize, serializedLength } from './serialize.ts'

export type ComposeInput = RenderInput & { email: string; personalName: string | null; createdDate: number }

/** Depends on the input alone, even for boundaries, so that the same bytes can be composed again at any time. */
export function compose(input: ComposeInput, links: Links): MimeNode {
  return composed(input, links).root
}

type Composed = {
  root: MimeNode
  /** Lets go of the bytes of long texts, which the garbage collector would leave beside what is made next. */
  free: () => void
}

function composed(input: ComposeInput, links: Links): Composed {
  const { id, content, createdDate } = input
  const { lines, domain } = renderOptions(content)
  const { subject, text, html, unsubscribeUrl } = render(input, links)
  const isLong = text.length + html.length > longText
  collectAfter(text.length + html.length)
  const contents = [text, html].map((one) => (isLong ? bytesWithCrlf(one) : withCrlf(one)))
  const sender = domain ?? content.from.address.slice(content.from.address.lastIndexOf('@') + 1)
  const root = new MailComposer({
    from: mailbox(content.from),
    to: mailbox({ address: input.email, personalName: input.personalName ?? '' }),
    cc: content.cc?.map(mailbox),
    replyTo: content.replyTo && mailbox(content.replyTo),
    subject,
    text: contents[0],
    html: contents[1],
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
  const free = (): void => {
    for (const bytes of contents) if (typeof bytes !== 'string') (bytes.buffer as ArrayBuffer).transfer(0)
  }
  return { root, free }
}

/** A message may have its own way to unsubscribe; then the service adds none. */
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
  const { root, free } = composeAlone(input, links)
  yield* pieces(root)
  free()
}

/** Without the copies of the texts that were made on the way. */
function composeAlone(input: ComposeInput, links: Links): Composed {
  const { text = '', html = '' } = input.content
  const made = composed(input, links)
  collectAfter(text.length + html.length)
  return made
}

/** The length of the message, whatever its id and signatures will be: they have a fixed length. */
export function composedLength(input: Omit<ComposeInput, 'id'>, base: string): number {
  const { root, free } = composeAlone({ ...input, id: placeholderId }, { base, path: placeholderPath })
  const length = serializedLength(root)
  free()
  return length
}

/** Length of the `To` line, the only difference between recipients without their own values. */
export function toLineLength({ email, personalName }: Pick<ComposeInput, 'email' | 'personalName'>): number {
  const plain = personalName ? `To: ${personalName} <${email}>` : `To: ${email}`
  // Most lines need neither folding nor quoting, and counting those is 50 times cheaper.
  if (plain.length <= 76 && unquotedName.test(personalName ?? '') && plainAddress.test(email)) return plain.length
  const to = mailbox({ address: email, personalName: personalName ?? '' })
  const value = readableHeader('To', to, MimeNode.encodeHeaderValue('To', to))
  return Buffer.byteLength(foldLines(`To: ${value}`, 76))
}

/** Longer texts are written as base64: quoted-printable works letter by letter and takes 8 s for 50 MB. */
const longText = 1_048_576
const unquotedName = /^(?:\w+(?: \w+)*)?$/
const plainAddress = /^[\w.+-]+@[a-z0-9.-]+$/

function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

/** Letters that are written at once. */
const turn = 262_144

/** For a long text, which is encoded from its bytes: they are written without another copy of the text. */
function bytesWithCrlf(text: string): Buffer | string {
  if (text === '') return ''
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text) + lone(text, '\n', '\r', -1) + lone(text, '\r', '\n', 1))
  let at = 0
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + turn, text.length)
    // Neither a line break nor a letter is cut.
    while (end < text.length && unfinished.test(text[end - 1]!)) end++
    at += bytes.write(withCrlf(text.slice(start, end)), at)
    start = end
  }
  return bytes
}

const unfinished = /[\r\uD800-\uDBFF]/

/** How often a sign stands without the other one, which belongs `step` letters from it. */
function lone(text: string, sign: string, other: string, step: 1 | -1): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (text[at + step] !== other) count++
  return count
}

function mailbox({ address, personalName }: Address): { name: string; address: string } {
  return { name: personalName ?? '', address }
}

function attached({ contentType, filename, name, content }: Part, contentDisposition: 'inline' | 'attachment') {
  const cid = contentDisposition === 'inline' ? filename : undefined
  return { contentType, filename: name ?? filename, content: bytes(content), cid, contentDisposition }
}

/** Shares the memory: copying a large attachment for every recipient would be slow. */
function bytes(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.length)
}
