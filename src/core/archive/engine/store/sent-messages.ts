import type { SentMessage } from '#shared/domain/messages/sent.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../file/database.ts'
import type { Tombstones } from './tombstones.ts'

/** What was sent from here: no service gives it back. It goes with the last of its recipients. */
export class SentMessages {
  readonly #database: Database
  readonly #tombstones: Tombstones

  constructor(database: Database, tombstones: Tombstones) {
    this.#database = database
    this.#tombstones = tombstones
  }

  /** Answers whether it was not known before: the first word on a send counts. */
  keep(send: string, { at, ...content }: SentMessage, to: readonly string[]): boolean {
    const kept = to.filter((email) => !this.#tombstones.has(email))
    if (kept.length === 0) return false
    const insert = 'INSERT OR IGNORE INTO sent VALUES (?, ?, ?)'
    if (this.#database.run(insert, send, at, JSON.stringify(content)) === 0) return false
    for (const email of kept) this.#database.run('INSERT OR IGNORE INTO sent_to VALUES (?, ?)', fold(email), send)
    return true
  }

  forget(send: string): void {
    this.#database.run('DELETE FROM sent_to WHERE send = ?', send)
    this.#database.run('DELETE FROM sent WHERE send = ?', send)
  }

  eraseRecipient(email: string): void {
    this.#database.run('DELETE FROM sent_to WHERE recipient = ?', fold(email))
    this.#database.run('DELETE FROM sent WHERE send NOT IN (SELECT send FROM sent_to)')
  }

  /** `before` in seconds, as of records. */
  prune(before: number): void {
    this.#database.run('DELETE FROM sent WHERE at < ?', before * 1000)
    this.#database.run('DELETE FROM sent_to WHERE send NOT IN (SELECT send FROM sent)')
  }
}

export function readSent(database: Database, send: string): SentMessage | null {
  const found = database.get('SELECT at, content FROM sent WHERE send = ?', send)
  if (!found) return null
  return { at: Number(found.at), ...(JSON.parse(String(found.content)) as Omit<SentMessage, 'at'>) }
}
