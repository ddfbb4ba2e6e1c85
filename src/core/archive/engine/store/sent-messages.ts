import type { SentMessage } from '#shared/contract/messages.ts'
import { substitute, substitutionValues } from '#shared/domain/drafts/substitution.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { KeptSend } from '../../port/archive-port.ts'
import type { Database } from '../file/database.ts'
import type { Tombstones } from './tombstones.ts'

/** `html` and `columns` are absent from what an earlier version kept. */
type StoredContent = { text: string; html?: string; columns?: readonly string[] }

/** What Mailroom itself sent: no service gives it back. It is removed with the last of its recipients. */
export class SentMessages {
  readonly #database: Database
  readonly #tombstones: Tombstones

  constructor(database: Database, tombstones: Tombstones) {
    this.#database = database
    this.#tombstones = tombstones
  }

  /** False when nothing was stored: all recipients are erased, or the send is known already (its first content stays). */
  keep(sendId: string, { at, contentId = sendId, content, to }: KeptSend): boolean {
    const kept = to.filter(({ address }) => !this.#tombstones.has(address))
    if (kept.length === 0) return false
    const insert = 'INSERT OR IGNORE INTO sent (sendId, at, content, shared) VALUES (?, ?, ?, ?)'
    if (this.#database.run(insert, sendId, at, '', contentId) === 0) return false
    this.#database.run('INSERT OR IGNORE INTO sent_content VALUES (?, ?)', contentId, JSON.stringify(content))
    for (const { address, values } of kept) {
      const own = values === undefined ? null : JSON.stringify(values)
      this.#database.run('INSERT OR IGNORE INTO sent_to VALUES (?, ?, ?)', fold(address), sendId, own)
    }
    return true
  }

  remove(sendId: string): void {
    this.#database.run('DELETE FROM sent_to WHERE sendId = ?', sendId)
    this.#database.run('DELETE FROM sent WHERE sendId = ?', sendId)
    this.#removeUnusedContents()
  }

  eraseRecipient(email: string): void {
    this.#database.run('DELETE FROM sent_to WHERE recipient = ?', fold(email))
    this.#database.run('DELETE FROM sent WHERE sendId NOT IN (SELECT sendId FROM sent_to)')
    this.#removeUnusedContents()
  }

  /** `before` is in seconds, as for records. */
  prune(before: number): void {
    this.#database.run('DELETE FROM sent WHERE at < ?', before * 1000)
    this.#database.run('DELETE FROM sent_to WHERE sendId NOT IN (SELECT sendId FROM sent)')
    this.#removeUnusedContents()
  }

  #removeUnusedContents(): void {
    this.#database.run('DELETE FROM sent_content WHERE id NOT IN (SELECT shared FROM sent WHERE shared IS NOT NULL)')
  }
}

const select = `
  SELECT sent.at, coalesce(sent_content.content, sent.content) AS content, sent_to.vals FROM sent
  LEFT JOIN sent_content ON sent_content.id = sent.shared
  LEFT JOIN sent_to ON sent_to.recipient = ? AND sent_to.sendId = sent.sendId
  WHERE sent.sendId = ?
`

/** Somebody in copy has no values: they see the message as it was written. */
export function readSent(database: Database, sendId: string, recipient: string): SentMessage | null {
  const found = database.get(select, fold(recipient), sendId)
  if (!found) return null
  const { text, html = '', columns = [] } = JSON.parse(String(found.content)) as StoredContent
  const own = found.vals === null ? [] : (JSON.parse(String(found.vals)) as readonly (string | null)[])
  const values = substitutionValues(Object.fromEntries(columns.map((name, index) => [name, own[index]])))
  return { at: Number(found.at), text: substitute(text, values, 'text'), html: substitute(html, values, 'html') }
}
