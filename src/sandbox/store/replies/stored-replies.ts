import type { LoggedReply } from '#shared/contract/base/sandbox/replies.ts'
import type { Database } from '../database/database.ts'
import { stepName, type Step } from '../messages/life.ts'
import type { EndedReply, NewReply, PlannedReply, RepliedStep, ReplyStep } from '../types/reply-types.ts'

/** The number of finished replies kept in the log. */
const mostLogged = 10_000
const pruneEvery = 100

const repliedSteps: Readonly<Record<string, ReplyStep>> = {
  delivered: 'delivered',
  deferred: 'deferred',
  softbounced: 'softbounced',
  hardbounced: 'hardbounced',
}

type FailedTry = {
  now: number
  reason: string
  /** The pause after each failed attempt, in milliseconds. */
  pauses: readonly number[]
  only?: number | null
}

/** The planned replies, and the log of finished ones. */
export class StoredReplies {
  readonly #database: Database
  /**
   * Must be called in the transaction of the step. Undefined if there is no receiver, in which case no replies are
   * planned.
   */
  choose: ((step: RepliedStep) => readonly NewReply[]) | undefined
  onPlanned: (() => void) | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Must run inside the transaction that stores the step. */
  plan(message: number, { type, date, reason: diagnostic }: Step): void {
    const step = repliedSteps[stepName(type)]
    if (this.choose === undefined || step === undefined) return
    const row = this.#database.sql('SELECT email FROM messages WHERE id = ?').get(message)
    const found = this.choose({ message, email: String(row?.['email']), step, date, diagnostic })
    const insert = this.#database.sql(
      `INSERT INTO replies (message, kind, state, at, due, tries, step, diagnostic)
      VALUES (?, ?, 'planned', ?, ?, 0, ?, ?)`,
    )
    for (const { kind, due } of found) insert.run(message, kind, due, due, step, diagnostic)
    if (found.length > 0) this.onPlanned?.()
  }

  /**
   * Of replies due at the same time, those with the fewest attempts come first, so that a reply that keeps failing does
   * not hold up the others.
   */
  firstDue(now: number): PlannedReply | undefined {
    return this.#database
      .sql(
        `SELECT replies.n, replies.message, code, kind, step, at, diagnostic
        FROM replies JOIN messages ON messages.id = replies.message
        WHERE due IS NOT NULL AND due <= ? ORDER BY due, tries, at, replies.n LIMIT 1`,
      )
      .get(now) as PlannedReply | undefined
  }

  nextDue(): number | null {
    const due = this.#database.sql('SELECT min(due) AS due FROM replies WHERE due IS NOT NULL').get()?.['due']
    return due == null ? null : Number(due)
  }

  /**
   * Counts a failed attempt, either for one reply or for every reply that is due, and schedules the next attempt
   * after the pause for this number of attempts. Replies that have used up all pauses become failed.
   */
  failed({ now, reason, pauses, only = null }: FailedTry): void {
    const which = 'due IS NOT NULL AND due <= ? AND (n = ? OR ? IS NULL)'
    this.#database
      .sql(
        `UPDATE replies SET state = 'failed', tries = tries + 1, due = NULL, reason = ? WHERE ${which} AND tries >= ?`,
      )
      .run(reason, now, only, only, pauses.length)
    pauses.forEach((pause, tries) =>
      this.#database
        .sql(`UPDATE replies SET tries = tries + 1, due = ?, reason = ? WHERE ${which} AND tries = ?`)
        .run(now + pause, reason, now, only, only, tries),
    )
  }

  /** Postpones all due replies without counting an attempt. */
  postpone(now: number, until: number): void {
    this.#database.sql('UPDATE replies SET due = ? WHERE due IS NOT NULL AND due <= ?').run(until, now)
  }

  ended(n: number, now: number, { state, sender, recipient, subject, reason }: EndedReply): void {
    this.#database
      .sql(
        `UPDATE replies SET state = ?, due = NULL, tries = tries + ?, sender = ?, recipient = ?, subject = ?, sent = ?,
        reason = ? WHERE n = ?`,
      )
      .run(
        state,
        state === 'sent' ? 1 : 0,
        sender ?? null,
        recipient ?? null,
        subject ?? null,
        state === 'sent' ? now : null,
        reason,
        n,
      )
    if (n % pruneEvery !== 0) return
    this.#database.sql('DELETE FROM replies WHERE n <= ? AND due IS NULL').run(n - mostLogged)
  }

  /** Returns when the recipient last sent an out-of-office reply to the sender, or null if there has been none. */
  lastAbsence(sender: string, recipient: string): number | null {
    const row = this.#database
      .sql('SELECT date FROM absences WHERE sender = ? AND recipient = ?')
      .get(sender.toLowerCase(), recipient.toLowerCase())
    return row === undefined ? null : Number(row['date'])
  }

  absent(sender: string, recipient: string, date: number): void {
    this.#database
      .sql('INSERT OR REPLACE INTO absences (sender, recipient, date) VALUES (?, ?, ?)')
      .run(sender.toLowerCase(), recipient.toLowerCase(), date)
  }

  /** Newest first. */
  log(limit: number): LoggedReply[] {
    return this.#database
      .sql(
        `SELECT replies.n, code AS message, email, kind, replies.state, at, due, tries, sender AS "from", recipient AS "to",
        replies.subject, sent AS sentAt, replies.reason
        FROM replies JOIN messages ON messages.id = replies.message ORDER BY replies.n DESC LIMIT ?`,
      )
      .all(limit) as unknown as LoggedReply[]
  }

  waiting(): number {
    return Number(this.#database.sql('SELECT count(*) AS count FROM replies WHERE due IS NOT NULL').get()?.['count'])
  }
}
