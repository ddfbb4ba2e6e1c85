import type { Database } from '../database/database.ts'
import type { Interner } from '../database/interner.ts'
import type { Part, SendContent, SendRecord } from '../types/message-types.ts'

type StoredPart = Omit<Part, 'content'> & { blob: number }
type StoredContent = Omit<SendContent, 'images' | 'attachments'> & {
  images: StoredPart[]
  attachments: StoredPart[]
}

/**
 * Sends and their content. Content is stored once however often it is sent: the parts by their hash, and the rest as
 * JSON by its hash. Ten thousand equal sends of a load test take the space of one.
 */
export class Sends {
  readonly #database: Database
  readonly #interner: Interner
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()

  constructor(database: Database, interner: Interner) {
    this.#database = database
    this.#interner = interner
  }

  /** Stores the content and returns its number. */
  content(content: SendContent): number {
    const stored: StoredContent = {
      ...content,
      images: content.images.map((part) => this.#storePart(part)),
      attachments: content.attachments.map((part) => this.#storePart(part)),
    }
    return this.#interner.blob(this.#encoder.encode(JSON.stringify(stored)))
  }

  /** `stream` and `content` are numbers of stored values. */
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
    const stored = JSON.parse(json) as StoredContent
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

  #storePart({ content, ...part }: Part): StoredPart {
    return { ...part, blob: this.#interner.blob(content) }
  }

  #restorePart({ blob, ...part }: StoredPart): Part {
    return { ...part, content: this.#interner.readBlob(blob) }
  }
}
