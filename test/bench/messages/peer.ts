import { DatabaseSync } from 'node:sqlite'
import type { Message } from '#shared/domain/messages/record.ts'

/** The obvious solution: a table, an FTS5 index, and a join of both. */
export const peerName = 'SQLite FTS5 joined with columns'

/** A condition in both languages. */
export type Term = { ours: string; fts?: string; sql?: string }

export const terms: readonly Term[] = [
  { ours: 'invoice', fts: 'invoice' },
  { ours: 'inv*', fts: 'inv*' },
  { ours: 'o*', fts: 'o*' },
  { ours: 'subject:"your invoice"', fts: 'subject : "your invoice"' },
  { ours: 'jane', fts: 'jane' },
  { ours: 'to:anna', fts: 'email : anna' },
  { ours: 'tag:newsletter', fts: 'tags : newsletter' },
  { ours: 'meta.locale:fr', fts: 'meta : fr' },
  { ours: 'reason:full', fts: 'reason : full' },
  { ours: 'domain:mail0.example.org', sql: "domain = 'mail0.example.org'" },
  { ours: 'state:rejected', sql: "state = 'rejected'" },
  { ours: 'state:hardbounced', sql: "state = 'hardbounced'" },
  { ours: 'key:key-3', sql: "api_key = 'key-3'" },
  { ours: 'opened:yes', sql: 'open > 0' },
  { ours: 'clicks:>2', sql: 'click > 2' },
  { ours: 'size:>1mb', sql: 'size > 1048576' },
  { ours: 'before:2025-03', sql: 'created < 1740787200' },
  { ours: 'id:1941f29f34a-0', sql: "id = '1941f29f34a-0'" },
]

export class Peer {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
      CREATE TABLE message (row INTEGER PRIMARY KEY, id, email, domain, sender, subject, api_key, size, created, state, tags, open, click, meta, reason);
      CREATE INDEX message_id ON message (id);
      CREATE VIRTUAL TABLE words USING fts5 (email, sender, subject, tags, meta, reason, content='', prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
    `)
  }

  insert(messages: Iterable<Message>): void {
    const rows = this.#database.prepare('INSERT INTO message VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)')
    const words = this.#database.prepare(
      'INSERT INTO words (rowid, email, sender, subject, tags, meta, reason) VALUES (?,?,?,?,?,?,?)',
    )
    this.#database.exec('BEGIN')
    let row = 0
    for (const {
      id,
      email,
      from,
      subject,
      apiKey,
      size,
      createdDate,
      lastState,
      tags,
      open,
      click,
      meta,
      reason,
    } of messages) {
      row++
      const [tagText, metaText] = [tags.join(' '), meta ? Object.values(meta).join(' ') : '']
      const domain = email.slice(email.indexOf('@') + 1)
      rows.run(
        row,
        id,
        email,
        domain,
        from,
        subject,
        apiKey,
        size,
        Math.floor(createdDate / 1000),
        lastState,
        tagText,
        open,
        click,
        metaText,
        reason ?? null,
      )
      words.run(row, email, from, subject, tagText, metaText, reason ?? '')
    }
    this.#database.exec('COMMIT')
    for (const column of ['domain', 'state', 'api_key', 'size', 'click']) {
      this.#database.exec(`CREATE INDEX message_${column} ON message (${column})`)
    }
    this.#database.exec('ANALYZE')
  }

  search(pair: readonly Term[]): number {
    return this.#database
      .prepare(`SELECT message.* FROM message ${where(pair)} ORDER BY message.row DESC LIMIT 50`)
      .all().length
  }

  count(pair: readonly Term[]): number {
    return Number(this.#database.prepare(`SELECT count(*) AS count FROM message ${where(pair)}`).get()!.count)
  }

  close(): void {
    this.#database.close()
  }
}

function where(pair: readonly Term[]): string {
  const fts = pair.flatMap((term) => (term.fts ? [`(${term.fts})`] : []))
  const conditions = pair.flatMap((term) => (term.sql ? [term.sql] : []))
  if (fts.length > 0) conditions.push(`words MATCH '${fts.join(' AND ')}'`)
  const join = fts.length > 0 ? 'JOIN words ON words.rowid = message.row' : ''
  return `${join} WHERE ${conditions.join(' AND ')}`
}
