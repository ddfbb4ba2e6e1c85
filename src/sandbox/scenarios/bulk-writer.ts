import { counterNames, counterSql, flags } from '../store/counting/counters.ts'
import { specialOf } from '../store/database/interner.ts'
import { stepName } from '../store/messages/life.ts'
import { publicId } from '../store/messages/message-id.ts'
import { toStep } from '../store/messages/plans.ts'
import { locationColumns } from '../store/counting/rollups.ts'
import { firstIdOf, monthOfDay } from '../store/counting/id-time.ts'
import type { JsonObject, PlannedStep, Store } from '../store/index.ts'

export type PastMessage = {
  createdDate: number
  stream: number
  domain: number
  send: number
  size: number
  email: string
  subject: string
  name: string
  meta: JsonObject | null
  values: JsonObject
  state: 'requested' | 'rejected'
  reason: string | null
  steps: readonly PlannedStep[]
}

const rejected = 4
const firstEvent = 9

/**
 * Writes messages whose life is over, in the order of time and without the work of a live one: what happened is summed
 * up here, and `finish` computes the rollups from the rows. The result is what the store would hold had everything
 * happened step by step; a test says so.
 */
export function createBulkWriter(store: Store, until: number) {
  const { database, intern, changes, seed } = store
  const change = changes.next()
  let second = -1
  let nextId = 0
  const insertMessage = database.sql(
    `INSERT INTO messages (id, code, created, changed, change, stream, domain, send, size, state, open, click, flags,
    special, email, subject, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertPayload = database.sql('INSERT INTO payloads (id, name, meta, vals) VALUES (?, ?, ?, ?)')
  const insertEvent = database.sql(
    'INSERT INTO events (message, n, type, first, date, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertPlan = database.sql(
    'INSERT INTO plans (due, n, message, type, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  let plans = 0

  function live(id: number, message: PastMessage) {
    const sum = { state: message.state === 'rejected' ? rejected : 0, changed: message.createdDate, flags: 0 }
    const now = { ...sum, reason: message.reason, open: 0, click: 0 }
    let n = 0
    const enter = (type: number, date: number, reason: string | null) => {
      if (now.state > 0 && now.state < firstEvent) {
        insertEvent.run(id, n++, now.state, 0, now.changed, null, null, null, now.reason)
      }
      Object.assign(now, { state: type, changed: date, reason })
    }
    for (const planned of message.steps) {
      const step = toStep(intern, planned)
      const { type, date, agent, ip, url, reason } = step
      if (date >= until) {
        insertPlan.run(date, plans++, id, type, agent, ip, url, reason)
        continue
      }
      const name = stepName(type)
      let first: boolean
      if (name === 'open' || name === 'click') {
        first = now[name]++ === 0
      } else if (name === 'read' || name === 'unsubscribed' || name === 'complaint') {
        first = (now.flags & flags[name]) === 0
        now.flags |= flags[name]
        if (name !== 'read' && now.state !== type) enter(type, date, reason)
      } else {
        enter(type, date, reason)
        continue
      }
      insertEvent.run(id, n++, type, first ? 1 : 0, date, agent, ip, url, reason)
    }
    return now
  }

  function add(message: PastMessage): void {
    const at = Math.floor(message.createdDate / 1000)
    if (at !== second) nextId = firstIdOf((second = at))
    const id = nextId++
    const { state, changed, reason, open, click, flags: happened } = live(id, message)
    const { email, subject } = message
    insertMessage.run(
      id,
      publicId(id, seed),
      message.createdDate,
      changed,
      change,
      message.stream,
      message.domain,
      message.send,
      message.size,
      state,
      open,
      click,
      happened,
      specialOf(email, subject),
      email,
      subject,
      reason,
    )
    insertPayload.run(id, message.name, message.meta && JSON.stringify(message.meta), JSON.stringify(message.values))
  }

  /** Rollups in one pass over the rows: a hundred times faster than counting while they are written. */
  function finish(): void {
    const names = counterNames.join(', ')
    const sums = counterNames.map((name) => `sum(${name})`).join(', ')
    const counts = counterNames.map((name) => counterSql[name]).join(', ')
    database.exec(`
      INSERT INTO day_domains (stream, day, domain, ${names})
        SELECT stream, (id >> 20) / 86400, domain, ${counts} FROM messages GROUP BY 1, 2, 3;
      INSERT INTO day_domains (stream, day, domain, ${names})
        SELECT 0, day, domain, ${sums} FROM day_domains GROUP BY 2, 3;
      INSERT INTO day_streams (stream, day, ${names}) SELECT stream, day, ${sums} FROM day_domains GROUP BY 1, 2;
      INSERT INTO recipients (email, ${names}) SELECT lower(email), ${counts} FROM messages GROUP BY 1;
      CREATE TEMP TABLE read_events AS SELECT stream, (message >> 20) / 86400 AS day, platform, location,
        sum(type = 20) AS open, sum(type = 21) AS click, sum(type = 20 AND first) AS opener,
        sum(type = 21 AND first) AS clicker
        FROM events JOIN messages ON messages.id = message JOIN agents ON agents.id = agent
        WHERE type IN (20, 21) GROUP BY 1, 2, 3, 4;
      CREATE TEMP TABLE months (day INTEGER PRIMARY KEY, month INTEGER);
    `)
    const insertMonth = database.sql('INSERT INTO months (day, month) VALUES (?, ?)')
    for (const row of database.sql('SELECT DISTINCT day FROM day_streams').all()) {
      insertMonth.run(row['day']!, monthOfDay(Number(row['day'])))
    }
    const rollup = (kind: string, columns: readonly string[]) => {
      const total = columns.map((name) => `sum(${name})`).join(', ')
      database.exec(`
        INSERT INTO day_${kind}s SELECT stream, day, ${kind}, ${total} FROM read_events GROUP BY 1, 2, 3;
        INSERT INTO day_${kind}s SELECT 0, day, ${kind}, ${total} FROM read_events GROUP BY 2, 3;
      `)
    }
    rollup('platform', ['open'])
    rollup('location', locationColumns)
    const byMonth = (kind: string, columns: readonly string[]) =>
      database.exec(`INSERT INTO month_${kind}s SELECT stream, month, ${kind},
        ${columns.map((name) => `sum(${name})`).join(', ')} FROM day_${kind}s JOIN months USING (day) GROUP BY 1, 2, 3`)
    byMonth('domain', counterNames)
    byMonth('platform', ['open'])
    byMonth('location', locationColumns)
    database.exec('DROP TABLE read_events; DROP TABLE months')
  }
  return { add, finish }
}
