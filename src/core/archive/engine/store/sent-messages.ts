import type { SentMessage } from '#shared/contract/messages.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../file/database.ts'
import type { Tombstones } from './tombstones.ts'

/** What Mailroom itself sent: no service gives it back. It is removed with the last of its recipients. */
export class SentMessages {
  readonly #database: Database
  readonly #tombstones: Tombstones

  constructor(database: Database, tombstones: Tombstones) {
    this.#database = database
    this.#tombstones = tombstones
  }

  /** False when nothing was stored: all recipients are erased, or the send is known already (its first content stays). */
  keep(sendId: string, { at, ...content }: SentMessage, to: readonly string[]): boolean {
    const kept = to.filter((email) => !this.#tombstones.has(email))
    if (kept.length === 0) return false
    const insert = 'INSERT OR IGNORE INTO sent VALUES (?, ?, ?)'
    if (this.#database.run(insert, sendId, at, JSON.stringify(content)) === 0) return false
    for (const email of kept) this.#database.run('INSERT OR IGNORE INTO sent_to VALUES (?, ?)', fold(email), sendId)
    return true
  }

  remove(sendId: string): void {
    this.#database.run('DELETE FROM sent_to WHERE sendId = ?', sendId)
    this.#database.run('DELETE FROM sent WHERE sendId = ?', sendId)
  }

  eraseRecipient(email: string): void {
    this.#database.run('DELETE FROM sent_to WHERE recipient = ?', fold(email))
    this.#database.run('DELETE FROM sent WHERE sendId NOT IN (SELECT sendId FROM sent_to)')
  }

  /** `before` is in seconds, as for records. */
  prune(before: number): void {
    this.#database.run('DELETE FROM sent WHERE at < ?', before * 1000)
    this.#database.run('DELETE FROM sent_to WHERE sendId NOT IN (SELECT sendId FROM sent)')
  }
}

export function readSent(database: Database, sendId: string): SentMessage | null {
  const found = database.get('SELECT at, content FROM sent WHERE sendId = ?', sendId)
  if (!found) return null
  return { at: Number(found.at), ...(JSON.parse(String(found.content)) as Omit<SentMessage, 'at'>) }
}
