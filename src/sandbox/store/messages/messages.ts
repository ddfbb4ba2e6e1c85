import type { Changes } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { specialOf, type Intern } from '../database/interner.ts'
import type { Life } from './life.ts'
import { idSequence, publicId } from './message-id.ts'
import { createMessageReader } from './message-reader.ts'
import { toStep, type PlanWriter } from './plans.ts'
import type { Rollups } from '../counting/rollups.ts'
import type { Sends } from './sends.ts'
import { messageStates, type Blacklists, type Messages, type NewMessage, type PlannedStep } from '../index.ts'

type Parts = {
  database: Database
  intern: Intern
  sends: Sends
  life: Life
  plans: PlanWriter
  rollups: Rollups
  changes: Changes
  blacklists: Blacklists
  seed: number
}

const encode = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export function createMessages(parts: Parts): Messages {
  const { database, intern, sends, life, plans, rollups, changes, blacklists, seed } = parts
  const reader = createMessageReader(database, sends)
  const ids = idSequence((below) =>
    Number(database.sql('SELECT max(id) AS id FROM messages WHERE id < ?').get(below)?.['id'] ?? -1),
  )
  database.onForget(() => ids.forget())

  function insert(message: NewMessage, createdDate: number, stream: number, send: number): string {
    const id = ids.next(createdDate)
    const code = publicId(id, seed)
    const state = messageStates.indexOf(message.state ?? 'requested')
    const email = message.email.toWellFormed()
    const subject = message.subject.toWellFormed()
    const domain = intern.domain(domainOf(email))
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
        message.reason ?? null,
      )
    const payload = [message.personalName || null, encode(message.meta), encode(message.values)]
    if (payload.some((value) => value !== null)) {
      database.sql('INSERT INTO payloads (id, name, meta, vals) VALUES (?, ?, ?, ?)').run(id, ...payload)
    }
    rollups.record({ id, stream, domain, email: email.toLowerCase(), state, open: 0, click: 0, flags: 0 })
    if (message.state === 'hardbounced') {
      blacklists.add('bounces', { email, date: createdDate, reason: message.reason ?? 'hard bounce' })
    }
    if (message.plan) plans.add(id, message.plan)
    return code
  }

  function step(code: string, planned: PlannedStep): boolean {
    return database.transaction(() => {
      const row = reader.find(code)
      return row !== null && life.step(row.id, toStep(intern, planned))
    })
  }

  const { find: _find, ...reading } = reader
  return {
    ...reading,
    insert: (batch) =>
      database.transaction(() =>
        batch.map((send) => {
          const { createdDate, content } = send
          const stream = intern.stream(content.from.address, send.apiKey, send.tags)
          const number = sends.add(createdDate, stream, send.list || null, sends.content(content))
          return send.messages.map((message) => insert(message, createdDate, stream, number))
        }),
      ),
    recordEvent: (code, { date, ...event }) => step(code, { ...event, due: date }),
    changeState: (code, { state, date, reason }) => step(code, { type: state, due: date, reason: reason ?? undefined }),
  }
}
