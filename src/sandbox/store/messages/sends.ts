import type { Database } from '../database/database.ts'
import type { Interner } from '../database/interner.ts'
import type { Part, SendContent, SendRecord } from '../types/message-types.ts'

type StoredPart = Omit<Part, 'content'> & { blob: number }
type StoredContent = Omit<SendContent, 'images' | 'attachments'> & {
  images: StoredPart[]
  attachments: StoredPart[]
  /**
   * The numbers of a long text’s pieces. The pieces are stored separately, because SQLite makes two more copies of
   * everything that it writes or reads.
   */
  textBlobs?: number[]
  htmlBlobs?: number[]
}

/** In characters, like `pieceLetters`. */
const longText = 1_048_576
const pieceLetters = 262_144

/**
 * Sends and their content. Content that is sent again is stored once: each part under its hash, and the rest as JSON
 * under another. Ten thousand identical sends in a load test take up the space of one.
 */
export class Sends {
  readonly #database: Database
  readonly #interner: Interner
  readonly #encoder = new TextEncoder()
  /** A text may begin with a byte order mark, which is kept. */
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(database: Database, interner: Interner) {
    this.#database = database
    this.#interner = interner
  }

  content(content: SendContent): number {
    const stored: StoredContent = {
      ...content,
      images: content.images.map((part) => this.#storePart(part)),
      attachments: content.attachments.map((part) => this.#storePart(part)),
    }
    for (const name of ['text', 'html'] as const) {
      const text = stored[name]
      // UTF-8 would change text that isn’t well-formed.
      if (text === undefined || text.length < longText || !text.isWellFormed()) continue
      stored[`${name}Blobs`] = this.#storeText(text)
      stored[name] = undefined
    }
    return this.#interner.blob(this.#encoder.encode(JSON.stringify(stored)))
  }

  /** `stream` and `content` are the row ids of stored values. */
  add(send: { createdDate: number; stream: number; list: string | null; content: number }): number {
    const result = this.#database
      .sql('INSERT INTO sends (created, stream, list, content) VALUES (?, ?, ?, ?)')
      .run(send.createdDate, send.stream, send.list, send.content)
    return Number(result.lastInsertRowid)
  }

  get(id: number): SendRecord | null {
    const row = this.#database
      .sql(
        `SELECT created, list, content, api_key, tags FROM sends JOIN streams ON streams.id = sends.stream
        WHERE sends.id = ?`,
      )
      .get(id)
    if (!row) return null
    const json = this.#decoder.decode(this.#interner.readBlob(Number(row['content'])))
    const { textBlobs, htmlBlobs, ...stored } = JSON.parse(json) as StoredContent
    if (textBlobs) stored.text = this.#readText(textBlobs)
    if (htmlBlobs) stored.html = this.#readText(htmlBlobs)
    return {
      id,
      createdDate: Number(row['created']),
      apiKey: String(row['api_key']),
      tags: JSON.parse(String(row['tags'])) as string[],
      list: row['list'] === null ? null : String(row['list']),
      content: {
        ...stored,
        images: stored.images.map((part) => this.#restorePart(part)),
        attachments: stored.attachments.map((part) => this.#restorePart(part)),
      },
    }
  }

  /** Encodes all pieces in the same buffer, because separate buffers would accumulate until they are collected. */
  #storeText(text: string): number[] {
    const room = new Uint8Array((pieceLetters + 1) * 3)
    return wholeLetters(text).map((piece) => {
      const { written } = this.#encoder.encodeInto(piece, room)
      return this.#interner.blob(room.subarray(0, written))
    })
  }

  #readText(blobs: readonly number[]): string {
    const pieces = blobs.map((blob) => this.#interner.readBlob(blob))
    const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.length
      ;(piece.buffer as ArrayBuffer).transfer(0)
    }
    const text = this.#decoder.decode(bytes)
    bytes.buffer.transfer(0)
    return text
  }

  #storePart({ content, ...part }: Part): StoredPart {
    return { ...part, blob: this.#interner.blob(content) }
  }

  #restorePart({ blob, ...part }: StoredPart): Part {
    return { ...part, content: this.#interner.readBlob(blob) }
  }
}

/** Splits text, but never within a surrogate pair. */
function wholeLetters(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = start + pieceLetters
    const cut = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end
    pieces.push(text.slice(start, cut))
    start = cut
  }
  return pieces
}
