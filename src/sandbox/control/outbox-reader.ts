import PostalMime, { type Email } from 'postal-mime'
import { collectAfter, largeMessage } from '../base/collect-garbage.ts'
import { keepingYoungGenerationSmall } from '../base/young-generation.ts'
import { codesWithin, findCodes } from '../codes/find-codes.ts'
import { composeBytes, composePieces, type ComposeInput } from '../mail/compose.ts'
import { rewriteTextLinks } from '../mail/links.ts'
import { messageLinks, visibleText } from '../mail/message-links.ts'
import type { Links } from '../mail/render.ts'
import type { MessagesAsked, Store } from '../store/index.ts'
import type { OutboxEntry, OutboxMessage } from './types.ts'

/** Reads sent messages, which are composed again from the store. */
export class OutboxReader {
  readonly #store: Store
  readonly #links: () => Links

  constructor(store: Store, links: () => Links) {
    this.#store = store
    this.#links = links
  }

  /**
   * Returns the messages that were sent before the message `before` or, if it is missing, all messages. Newest first.
   */
  outbox(limit: number, before?: string): OutboxEntry[] {
    return this.#store.messages.newest(limit, before).map(toEntry)
  }

  /**
   * Returns the messages that contain every word in their address, subject, sender, tags, state or reason. Newest
   * first, unless a different order is requested.
   */
  async searchOutbox(asked: MessagesAsked): Promise<OutboxEntry[]> {
    return (await this.#store.messages.search(asked)).map(toEntry)
  }

  /** Returns the source of the sent message, byte for byte. */
  source(id: string): Buffer | undefined {
    const input = this.#input(id)
    return input && composeBytes(input, this.#links())
  }

  /** Like `source`, but in pieces, each of which is encoded only when it is read. */
  sourcePieces(id: string): Iterable<Buffer> | undefined {
    const input = this.#input(id)
    if (input === undefined) return undefined
    const letters = (input.content.text ?? '').length + (input.content.html ?? '').length
    collectAfter(letters)
    return letters < largeMessage
      ? composePieces(input, this.#links())
      : keepingYoungGenerationSmall(composePieces(input, this.#links()))
  }

  #input(id: string): ComposeInput | undefined {
    const found = this.#store.messages.source(id)
    if (found === null) return undefined
    const { email, personalName, createdDate, values, send } = found
    return { id, email, personalName, createdDate, values, content: send.content }
  }

  async message(id: string): Promise<OutboxMessage | undefined> {
    const source = this.source(id)
    const record = this.#store.messages.detail(id)
    if (source === undefined || record === null) return undefined
    const parsed = await parse(source)
    const { text = '', html = '' } = parsed
    return {
      ...toEntry(record),
      text,
      html,
      links: messageLinks({ text, html }, this.#links().base),
      codes: codesOf({ subject: record.subject, text, html }),
      headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      attachments: parsed.attachments.map((part, index) => ({
        index,
        filename: part.filename ?? '',
        contentType: part.mimeType,
        size: bytesOf(part.content).length,
        contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
      })),
    }
  }

  async attachment(id: string, index: number): Promise<{ contentType: string; bytes: Buffer } | undefined> {
    const source = this.source(id)
    const part = source && (await parse(source)).attachments[index]
    return part && { contentType: part.mimeType, bytes: bytesOf(part.content) }
  }
}

export function toEntry({
  id,
  createdDate,
  from,
  email,
  subject,
  size,
  tags,
  lastState,
  reason,
}: OutboxEntry): OutboxEntry {
  return { id, createdDate, from, email, subject, size, tags, lastState, reason }
}

/** Links are removed first, because no reader types in a number from a link. */
function codesOf({ subject, text, html }: { subject: string; text: string; html: string }): string[] {
  const texts = [text.slice(0, codesWithin), visibleText(html, codesWithin)]
  return findCodes({ subject, texts: texts.map((part) => rewriteTextLinks(part, () => '')) })
}

/** The sandbox composed the message itself, so its header may have any length. */
function parse(source: Buffer): Promise<Email> {
  return PostalMime.parse(source, { maxHeadersSize: source.length })
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.length)
}
