import type { Database } from '../database/database.ts'
import type { Intern } from '../database/interner.ts'
import type { Part, SendContent, SendRecord } from '../index.ts'

type StoredPart = Omit<Part, 'content'> & { blob: number }
type StoredContent = Omit<SendContent, 'images' | 'attachments'> & {
  images: StoredPart[]
  attachments: StoredPart[]
}

/**
 * Content is kept once however often it is sent: the parts by their hash, and the rest as JSON by its hash, too. What
 * a developer sends ten thousand times in a load test takes the room of one.
 */
export function createSends(database: Database, intern: Intern) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const keep = ({ content, ...part }: Part): StoredPart => ({ ...part, blob: intern.blob(content) })
  const restore = ({ blob, ...part }: StoredPart): Part => ({ ...part, content: intern.readBlob(blob) })

  return {
    /** The number of the stored content. */
    content(content: SendContent): number {
      const stored: StoredContent = {
        ...content,
        images: content.images.map(keep),
        attachments: content.attachments.map(keep),
      }
      return intern.blob(encoder.encode(JSON.stringify(stored)))
    },
    add(createdDate: number, stream: number, list: string | null, content: number): number {
      const result = database
        .sql('INSERT INTO sends (created, stream, list, content) VALUES (?, ?, ?, ?)')
        .run(createdDate, stream, list, content)
      return Number(result.lastInsertRowid)
    },
    get(id: number): SendRecord | null {
      const row = database
        .sql(
          `SELECT created, list, content, api_key, tags FROM sends JOIN streams ON streams.id = sends.stream
          WHERE sends.id = ?`,
        )
        .get(id)
      if (!row) return null
      const stored = JSON.parse(decoder.decode(intern.readBlob(Number(row['content'])))) as StoredContent
      return {
        id,
        createdDate: Number(row['created']),
        apiKey: String(row['api_key']),
        tags: JSON.parse(String(row['tags'])) as string[],
        list: row['list'] === null ? null : String(row['list']),
        content: { ...stored, images: stored.images.map(restore), attachments: stored.attachments.map(restore) },
      }
    },
  }
}
export type Sends = ReturnType<typeof createSends>
