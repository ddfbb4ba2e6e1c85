import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { fold } from '#shared/domain/query/fold.ts'
import type { SqliteFile } from '../../base/sqlite-file.ts'
import type { FoundCopy, KeptContent, KeptSend } from './kept-send.ts'

/** Copies of the messages sent from here, in this room’s file. Each change is one transaction, unless stated otherwise. */
export class SentBodies {
  readonly #database: SqliteFile

  constructor(database: SqliteFile) {
    this.#database = database
  }

  has(sendId: string): boolean {
    return this.#idOf(sendId) !== null
  }

  find(sendId: string, recipient: string): FoundCopy | null {
    const found = this.#database.get(select, fold(recipient), sendId)
    if (!found) return null
    const text = zstdDecompressSync(found.data as Uint8Array).toString()
    return { at: Number(found.at), content: JSON.parse(text) as KeptContent, values: valuesOfRecipient(found.vals) }
  }

  /** The complete send with its recipients’ folded addresses; null if it is not stored. */
  whole(sendId: string): KeptSend | null {
    const found = this.find(sendId, '')
    if (!found) return null
    const rows = this.#database.all('SELECT recipient, vals FROM sent_to WHERE send = ?', this.#idOf(sendId))
    const to = rows.map(({ recipient, vals }) => {
      const values = valuesOfRecipient(vals)
      return { address: String(recipient), ...(values && { values }) }
    })
    return { at: found.at, content: found.content, to }
  }

  /**
   * Runs in the caller’s transaction. Returns false if the send is already stored, in which case its first content is
   * kept.
   */
  keep(sendId: string, { at, content, to }: KeptSend): boolean {
    if (!this.add(sendId, at, JSON.stringify(content))) return false
    for (const { address, values } of to) this.addRecipient(sendId, fold(address), values && JSON.stringify(values))
    return true
  }

  /** Runs in the caller’s transaction. `content` is JSON. */
  add(sendId: string, at: number, content: string): boolean {
    if (this.has(sendId)) return false
    const insert = 'INSERT INTO sent (sendId, at, body) VALUES (?, ?, ?)'
    this.#database.run(insert, sendId, at, this.#addBody(content))
    return true
  }

  /** Runs in the caller’s transaction. `recipient` is folded, `values` is JSON. */
  addRecipient(sendId: string, recipient: string, values: string | null = null): void {
    const send = this.#idOf(sendId)
    if (send !== null) this.#database.run('INSERT OR IGNORE INTO sent_to VALUES (?, ?, ?)', send, recipient, values)
  }

  /** Runs in the caller’s transaction. */
  remove(sendId: string): void {
    this.#removeSends([sendId])
  }

  sendsTo(email: string): string[] {
    const theirs = 'SELECT sendId FROM sent JOIN sent_to ON sent_to.send = sent.id WHERE recipient = ?'
    return this.#database.all(theirs, fold(email)).map(({ sendId }) => String(sendId))
  }

  hasOthers(sendId: string, email: string): boolean {
    const others = 'SELECT 1 FROM sent_to WHERE send = ? AND recipient <> ? LIMIT 1'
    return this.#database.get(others, this.#idOf(sendId), fold(email)) !== undefined
  }

  /** Removes a person, and sends that had no other recipients. */
  erase(email: string, theirsAlone: readonly string[]): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM sent_to WHERE recipient = ?', fold(email))
      this.#removeSends(theirsAlone)
    })
  }

  /** Removes sends without recipients, which exist if an erasure was killed during the move. */
  removeWithoutRecipients(): void {
    this.#database.transaction(() => {
      const all = 'SELECT sendId FROM sent WHERE NOT EXISTS (SELECT 1 FROM sent_to WHERE send = sent.id)'
      this.#removeSends(this.#database.all(all).map(({ sendId }) => String(sendId)))
    })
  }

  /** `before` is in epoch milliseconds. */
  prune(before: number): void {
    this.#database.transaction(() => {
      const old = this.#database.all('SELECT sendId FROM sent WHERE at < ?', before)
      this.#removeSends(old.map(({ sendId }) => String(sendId)))
    })
  }

  #removeSends(sendIds: readonly string[]): void {
    if (sendIds.length === 0) return
    for (const sendId of sendIds) {
      this.#database.run('DELETE FROM sent_to WHERE send = ?', this.#idOf(sendId))
      this.#database.run('DELETE FROM sent WHERE sendId = ?', sendId)
    }
    this.#database.run('DELETE FROM body WHERE NOT EXISTS (SELECT 1 FROM sent WHERE sent.body = body.id)')
  }

  #idOf(sendId: string): number | null {
    const found = this.#database.get('SELECT id FROM sent WHERE sendId = ?', sendId)
    return found ? Number(found.id) : null
  }

  #addBody(content: string): number {
    const hash = createHash('sha256').update(content).digest()
    const known = this.#database.get('SELECT id FROM body WHERE hash = ?', hash)
    if (known) return Number(known.id)
    this.#database.run('INSERT INTO body (hash, data) VALUES (?, ?)', hash, zstdCompressSync(content))
    return Number(this.#database.get('SELECT last_insert_rowid() AS id')!.id)
  }
}

const select = `
  SELECT sent.at, body.data, sent_to.vals FROM sent
  JOIN body ON body.id = sent.body
  LEFT JOIN sent_to ON sent_to.send = sent.id AND sent_to.recipient = ?
  WHERE sent.sendId = ?
`

/** Parses the JSON; null if a recipient has no values. */
export function valuesOfRecipient(stored: unknown): FoundCopy['values'] {
  return typeof stored === 'string' ? (JSON.parse(stored) as readonly (string | null)[]) : null
}
