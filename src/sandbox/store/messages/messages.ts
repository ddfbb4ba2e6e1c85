import { recipientDomain } from '#shared/domain/messages/record.ts'
import type { Blacklists } from '../account/blacklists.ts'
import type { Rollups } from '../counting/rollups.ts'
import type { Changes } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { specialOf, type Interner } from '../database/interner.ts'
import { messageStates, type NewEvent, type NewMessage, type NewSend } from '../types/message-types.ts'
import type { ChangedMessages } from './changed-messages.ts'
import type { MessageLife, Step } from './life.ts'
import { idSequence, publicId } from './message-id.ts'
import { MessageReader } from './message-reader.ts'
import { toStep, type Plans } from './plans.ts'
import type { Sends } from './sends.ts'

export type MessagesNeeds = {
  database: Database
  interner: Interner
  sends: Sends
  life: MessageLife
  plans: Plans
  rollups: Rollups
  changes: Changes
  changed: ChangedMessages
  blacklists: Blacklists
  seed: number
  /** Called inside the transaction with a message’s initial state, unless that state is `requested`. */
  onStep: (message: number, step: Step) => void
}

/** The properties shared by all of a send’s messages. */
type SendRow = {
  createdDate: number
  stream: number
  send: number
}

export class Messages extends MessageReader {
  readonly #needs: MessagesNeeds
  /** Collects new and changed messages for a program that follows them. */
  readonly changed: ChangedMessages
  readonly #ids: ReturnType<typeof idSequence>

  constructor(needs: MessagesNeeds) {
    const { database, sends } = needs
    super(database, sends)
    this.#needs = needs
    this.changed = needs.changed
    this.#ids = idSequence((below) =>
      Number(database.sql('SELECT max(id) AS id FROM messages WHERE id < ?').get(below)?.['id'] ?? -1),
    )
    database.onForget(() => this.#ids.forget())
  }

  /** Writes all sends in a single transaction. Returns each send’s message ids, in the given order. */
  insert(batch: readonly NewSend[]): string[][] {
    const { database, interner, sends } = this.#needs
    return database.transaction(() =>
      batch.map(({ createdDate, content, apiKey, tags, list, messages }) => {
        const stream = interner.stream(content.from.address, apiKey, tags)
        const send = sends.add({ createdDate, stream, list: list || null, content: sends.content(content) })
        return messages.map((message) => this.#insert(message, { createdDate, stream, send }))
      }),
    )
  }

  /** Returns false if there is no such message. Also updates the blacklists. */
  recordEvent(code: string, { date, ...event }: NewEvent): boolean {
    const { database, interner, life } = this.#needs
    return database.transaction(() => {
      const row = this.rowOf(code)
      return row !== null && life.step(row, toStep(interner, { ...event, due: date }))
    })
  }

  #insert(message: NewMessage, { createdDate, stream, send }: SendRow): string {
    const { database, interner, changes, rollups, blacklists, plans, seed, onStep } = this.#needs
    const id = this.#ids.next(createdDate)
    const code = publicId(id, seed)
    const state = messageStates.indexOf(message.state ?? 'requested')
    const email = message.email.toWellFormed()
    const subject = message.subject.toWellFormed()
    const domain = interner.domain(recipientDomain(email))
    const reason = message.reason ?? null
    database
      .sql(
        `INSERT INTO messages (id, code, created, changed, change, stream, domain, send, size, state, open, click, flags,
        special, email, subject, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?)`,
      )
      .run(
        id,
        code,
        createdDate,
        createdDate,
        changes.next(),
        stream,
        domain,
        send,
        message.size,
        state,
        specialOf(email, subject),
        email,
        subject,
        reason,
      )
    const payload = [message.personalName || null, encode(message.meta), encode(message.values)]
    if (payload.some((value) => value !== null)) {
      database.sql('INSERT INTO payloads (id, name, meta, vals) VALUES (?, ?, ?, ?)').run(id, ...payload)
    }
    rollups.record({ id, stream, domain, email: email.toLowerCase(), state, open: 0, click: 0, flags: 0 })
    if (message.state === 'hardbounced') {
      blacklists.add('bounces', { email, date: createdDate, reason: reason ?? 'hard bounce' })
    }
    if (state > 0) onStep(id, { type: state, date: createdDate, agent: null, ip: null, url: null, reason })
    if (message.plan) plans.add(id, message.plan)
    this.changed.add(id)
    return code
  }
}

function encode(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
