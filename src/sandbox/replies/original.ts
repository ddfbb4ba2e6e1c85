import PostalMime from 'postal-mime'
import { visibleText } from '../mail/message-links.ts'
import { renderOptions } from '../mail/render.ts'
import type { Address, MessageSource } from '../store/index.ts'

/** The header and the part that a reply quotes fit in this many bytes. */
const mostBytes = 262_144
const mostHeadBytes = 65_536
const mostText = 10_000

/** The parts of a message that its replies need. */
export type Original = {
  email: string
  personalName: string
  from: Address
  replyTo: Address | undefined
  subject: string
  messageId: string
  /** The message ids in `References` and `In-Reply-To`. */
  references: string[]
  /** Returns the value of a header line in the rendered message. `name` is in lower case. */
  header: (name: string) => string | undefined
  /**
   * The lower-case names of the header lines that the caller set. The service itself adds `List-Unsubscribe` to other
   * messages.
   */
  ownLines: string[]
  createdDate: number
  /** The envelope id that the sender chose. */
  envelopeId: string | undefined
  text: string
  /** The header of the sent message. */
  head: Buffer
  /** The target of the message’s own unsubscribe link. */
  unsubscribeTo: string | undefined
}

export async function readOriginal(source: MessageSource, pieces: Iterable<Buffer>): Promise<Original> {
  const bytes = beginningOf(pieces)
  const mail = await PostalMime.parse(bytes, { maxHeadersSize: bytes.length })
  const header = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value
  const { content } = source.send
  const { lines, unsubscribeTo, envelopeId } = renderOptions(content)
  const end = bytes.indexOf('\r\n\r\n')
  return {
    email: source.email,
    personalName: source.personalName ?? '',
    from: content.from,
    replyTo: content.replyTo,
    subject: source.subject,
    messageId: mail.messageId ?? '',
    references: `${header('references') ?? ''} ${header('in-reply-to') ?? ''}`.match(/<[^<>\s]+>/g) ?? [],
    header,
    ownLines: lines.map(([name]) => name.toLowerCase()),
    createdDate: source.createdDate,
    envelopeId,
    text: (mail.text || visibleText(mail.html ?? '', mostText)).slice(0, mostText).toWellFormed(),
    head: bytes.subarray(0, Math.min(end < 0 ? bytes.length : end + 2, mostHeadBytes)),
    unsubscribeTo,
  }
}

/** Only the beginning of a 50 MB message is needed. */
function beginningOf(pieces: Iterable<Buffer>): Buffer {
  const found: Buffer[] = []
  let length = 0
  for (const piece of pieces) {
    length += found[found.push(piece) - 1]!.length
    if (length >= mostBytes) break
  }
  return Buffer.concat(found).subarray(0, mostBytes)
}
