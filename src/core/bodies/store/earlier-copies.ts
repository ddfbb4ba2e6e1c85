import { existsSync } from 'node:fs'
import { fold } from '#shared/domain/query/fold.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { SqliteFile } from '../../base/sqlite-file.ts'
import { openDurable } from './durable-file.ts'
import type { FoundCopy, KeptContent } from './kept-send.ts'
import { valuesOfRecipient, type SentBodies } from './sent-bodies.ts'

const sendsAtOnce = 20
const recipientsAtOnce = 4000

/** `html` and `columns` are absent from copies written by the first versions. */
type EarlierContent = { text: string; html?: string; columns?: readonly string[] }

type Step = 'sends' | 'recipients' | 'rest' | 'contents' | 'moved'

/** The error code for damage to the earlier copies, which affects neither the archive nor this room’s file. */
const damageCode = 'earlier-bodies-damaged'

function damagedCopies(details: Record<string, unknown>, cause: unknown): AppError {
  const message =
    'This account’s copies of sent messages from an earlier version of Mailroom are damaged, so nobody can be erased from them. Delete the account’s history to remove them.'
  return new AppError(damageCode, message, { details, cause })
}

export const isDamageOfEarlier = (error: unknown): boolean => AppError.from(error).code === damageCode

/**
 * The copies that earlier versions kept in the archive file. They are moved in small steps, between which the thread
 * accepts other calls: first the sends are copied, then the recipients are moved, then the sends are removed from the
 * archive. Nothing is removed before it is on disk in the new file, and every step can be repeated, so the process may end
 * anywhere. Until the end, every call queries both files.
 */
export class EarlierCopies {
  readonly #database: SqliteFile
  readonly #hasValues: boolean
  #step: Step = 'sends'
  /** Sends up to this one have been copied. */
  #copied = ''
  /** Sends up to this one have been removed. */
  #removed = ''

  private constructor(database: SqliteFile, hasValues: boolean) {
    this.#database = database
    this.#hasValues = hasValues
  }

  /** Null if the archive contains no copies or does not exist. */
  static open(path: string, { readOnly = false } = {}): EarlierCopies | null {
    if (!existsSync(path)) return null
    const database = openDurable(path, { readOnly, damaged: damagedCopies })
    try {
      const tables = database
        .all("SELECT name FROM sqlite_schema WHERE name IN ('sent', 'sent_to', 'sent_content')")
        .map(({ name }) => String(name))
      const isKept = (table: string) => database.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined
      if (tables.length >= 2 && tables.some(isKept)) return new EarlierCopies(database, tables.length === 3)
    } catch (error) {
      database.close()
      throw error
    }
    database.close()
    return null
  }

  has(sendId: string): boolean {
    return this.#database.get('SELECT 1 FROM sent WHERE sendId = ?', sendId) !== undefined
  }

  find(sendId: string, recipient: string): FoundCopy | null {
    const found = this.#database.get(`${this.#selectSends} WHERE sendId = ?`, sendId)
    if (!found) return null
    return {
      at: Number(found.at),
      content: contentOf(found.content),
      values: this.valuesOfRecipient(sendId, recipient),
    }
  }

  /** The values of a recipient who has not been moved yet. */
  valuesOfRecipient(sendId: string, recipient: string): FoundCopy['values'] {
    if (!this.#hasValues) return null
    const select = 'SELECT vals FROM sent_to WHERE recipient = ? AND sendId = ?'
    return valuesOfRecipient(this.#database.get(select, fold(recipient), sendId)?.vals)
  }

  sendsTo(email: string): string[] {
    const theirs = 'SELECT sendId FROM sent_to WHERE recipient = ?'
    return this.#database.all(theirs, fold(email)).map(({ sendId }) => String(sendId))
  }

  hasOthers(sendId: string, email: string): boolean {
    const others = 'SELECT 1 FROM sent_to WHERE sendId = ? AND recipient <> ? LIMIT 1'
    return this.#database.get(others, sendId, fold(email)) !== undefined
  }

  /** Removes a person, and sends that had no other recipients. */
  erase(email: string, theirsAlone: readonly string[]): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM sent_to WHERE recipient = ?', fold(email))
      for (const sendId of theirsAlone) this.#database.run('DELETE FROM sent WHERE sendId = ?', sendId)
      this.#removeUnusedContents()
    })
  }

  /** `before` is in epoch milliseconds. */
  prune(before: number): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM sent WHERE at < ?', before)
      this.#database.run('DELETE FROM sent_to WHERE sendId NOT IN (SELECT sendId FROM sent)')
      this.#removeUnusedContents()
    })
  }

  /** Performs part of the move. Returns true once everything has been moved. */
  move(bodies: SentBodies, inTransaction: (work: () => void) => void): boolean {
    if (this.#step === 'sends') this.#step = this.#copySends(bodies, inTransaction)
    else if (this.#step === 'recipients') this.#step = this.#moveRecipients(bodies, inTransaction)
    else if (this.#step === 'rest') this.#step = this.#removeSends(bodies)
    else if (this.#step === 'contents') this.#step = this.#removeContents(bodies)
    return this.isMoved
  }

  get isMoved(): boolean {
    return this.#step === 'moved'
  }

  emptyLog(): boolean {
    return this.#database.emptyLog()
  }

  close(): void {
    this.#database.close()
  }

  #copySends(bodies: SentBodies, inTransaction: (work: () => void) => void): Step {
    const select = `${this.#selectSends} WHERE sendId > ? ORDER BY sendId LIMIT ${sendsAtOnce}`
    const sends = this.#database.all(select, this.#copied)
    if (sends.length === 0) return 'recipients'
    inTransaction(() => {
      for (const { sendId, at, content } of sends) {
        bodies.add(String(sendId), Number(at), JSON.stringify(contentOf(content)))
      }
    })
    this.#copied = String(sends.at(-1)!.sendId)
    return 'sends'
  }

  #moveRecipients(bodies: SentBodies, inTransaction: (work: () => void) => void): Step {
    const values = this.#hasValues ? 'vals' : 'NULL AS vals'
    const select = `SELECT recipient, sendId, ${values} FROM sent_to ORDER BY recipient, sendId LIMIT ${recipientsAtOnce}`
    const recipients = this.#database.all(select)
    const last = recipients.at(-1)
    if (!last) return 'rest'
    inTransaction(() => {
      for (const { recipient, sendId, vals } of recipients) {
        bodies.addRecipient(String(sendId), String(recipient), vals === null ? null : String(vals))
      }
    })
    const remove = 'DELETE FROM sent_to WHERE (recipient, sendId) <= (?, ?)'
    this.#database.run(remove, String(last.recipient), String(last.sendId))
    return 'recipients'
  }

  #removeSends(bodies: SentBodies): Step {
    const select = `SELECT sendId FROM sent WHERE sendId > ? ORDER BY sendId LIMIT ${sendsAtOnce}`
    const sends = this.#database.all(select, this.#removed).map(({ sendId }) => String(sendId))
    const last = sends.at(-1)
    if (last === undefined) return 'contents'
    this.#database.transaction(() => {
      for (const sendId of sends) {
        if (bodies.has(sendId)) this.#database.run('DELETE FROM sent WHERE sendId = ?', sendId)
      }
    })
    this.#removed = last
    return 'rest'
  }

  #removeContents(bodies: SentBodies): Step {
    const some = `SELECT id FROM sent_content WHERE ${isUnused} LIMIT ${sendsAtOnce}`
    if (this.#hasValues && this.#database.run(`DELETE FROM sent_content WHERE id IN (${some})`) > 0) return 'contents'
    bodies.removeWithoutRecipients()
    return 'moved'
  }

  #removeUnusedContents(): void {
    if (!this.#hasValues) return
    this.#database.run(`DELETE FROM sent_content WHERE ${isUnused}`)
  }

  get #selectSends(): string {
    if (!this.#hasValues) return 'SELECT sendId, at, content FROM sent'
    return `
      SELECT sendId, at, coalesce(sent_content.content, sent.content) AS content FROM sent
      LEFT JOIN sent_content ON sent_content.id = sent.shared`
  }
}

const isUnused = 'id NOT IN (SELECT shared FROM sent WHERE shared IS NOT NULL)'

function contentOf(stored: unknown): KeptContent {
  const { text, html = '', columns = [] } = JSON.parse(String(stored)) as EarlierContent
  return { text, html, columns }
}
