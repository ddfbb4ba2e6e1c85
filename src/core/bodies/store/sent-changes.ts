import type { SqliteFile } from '../../base/sqlite-file.ts'
import type { KeptSend } from './kept-send.ts'
import type { SentBodies } from './sent-bodies.ts'

/** A change that still has to be made on a team’s server. Without `kept`, it removes the send. */
export type ForServer = { readonly id: number; readonly sendId: string; readonly kept: KeptSend | null }

/** Whether the change must be made on a team’s server, too. */
export type Telling = { readonly isForServer: boolean }

/** Rewriting a file to free fewer bytes than this is not worthwhile. */
const smallestShrink = 1024 * 1024

/** A file with more content than this, in bytes, is not rewritten, because rewriting takes that much memory. */
const mostRewritten = 16 * 1024 * 1024

const tellServer = 'INSERT INTO for_server (sendId, isKept) VALUES (?, ?)'

/** Changes to the copies. They are queued in order until a team’s server has made them, too. */
export class SentChanges {
  readonly #database: SqliteFile
  readonly #bodies: SentBodies

  constructor(database: SqliteFile, bodies: SentBodies) {
    this.#database = database
    this.#bodies = bodies
  }

  /** Returns false if the send is already stored, here or on the server. */
  keep(sendId: string, kept: KeptSend, { isForServer }: Telling): boolean {
    return this.#database.transaction(() => {
      const isAtServer = this.#database.get('SELECT 1 FROM at_server WHERE sendId = ?', sendId) !== undefined
      if (isAtServer || !this.#bodies.keep(sendId, kept)) return false
      if (isForServer) this.#database.run(tellServer, sendId, 1)
      return true
    })
  }

  remove(sendId: string, { isForServer }: Telling): void {
    this.#database.transaction(() => {
      this.#bodies.remove(sendId)
      this.#database.run('DELETE FROM at_server WHERE sendId = ?', sendId)
      if (isForServer) this.#database.run(tellServer, sendId, 0)
    })
  }

  hasForServer(after: number): boolean {
    return this.#database.get('SELECT 1 FROM for_server WHERE id > ? LIMIT 1', after) !== undefined
  }

  /** The first change after this id; null if there is none. */
  nextForServer(after: number): ForServer | null {
    while (true) {
      const row = this.#database.get('SELECT * FROM for_server WHERE id > ? ORDER BY id LIMIT 1', after)
      if (!row) return null
      const [id, sendId] = [Number(row.id), String(row.sendId)]
      if (row.isKept === 0) return { id, sendId, kept: null }
      const kept = this.#bodies.whole(sendId)
      if (kept) return { id, sendId, kept }
      // If the send was removed, pruned or erased after the change was queued, the change is dropped.
      this.#database.run('DELETE FROM for_server WHERE id = ?', id)
    }
  }

  /** Removes the copy here, because the server has it, unless the send was removed and stored again in the meantime. */
  arrived(id: number): void {
    this.#database.transaction(() => {
      const row = this.#database.get('SELECT sendId, isKept FROM for_server WHERE id = ?', id)
      if (!row) return
      const sendId = String(row.sendId)
      this.#database.run('DELETE FROM for_server WHERE id = ?', id)
      const later = this.#database.get('SELECT 1 FROM for_server WHERE sendId = ? LIMIT 1', sendId)
      if (row.isKept === 0 || later) return
      this.#database.run('INSERT OR IGNORE INTO at_server SELECT sendId, at FROM sent WHERE sendId = ?', sendId)
      this.#bodies.remove(sendId)
    })
  }

  /** `before` is in epoch milliseconds. */
  prune(before: number): void {
    this.#bodies.prune(before)
    this.#database.run('DELETE FROM at_server WHERE at < ?', before)
  }

  /** Frees the disk space of removed copies. */
  shrink(): void {
    const size = Number(this.#database.get('PRAGMA page_size')?.page_size)
    const free = size * Number(this.#database.get('PRAGMA freelist_count')?.freelist_count)
    const all = size * Number(this.#database.get('PRAGMA page_count')?.page_count)
    if (free > smallestShrink && all - free < mostRewritten) this.#database.exec('VACUUM')
  }
}
