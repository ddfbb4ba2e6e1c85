import type { Database } from '../database/database.ts'
import type { Intern } from '../database/interner.ts'
import { stepNumber, type Life, type Step } from './life.ts'
import type { PlannedStep, Plans } from '../index.ts'

/** Small enough that one round does not hold up the requests for longer than a few milliseconds. */
const defaultLimit = 500

/** What a reader leaves behind whose program says nothing about itself. */
const unknownAgent = {
  ip: '',
  latitude: 0,
  longitude: 0,
  country: '',
  region: '',
  city: '',
  postcode: '',
  operatingSystem: '',
  language: '',
  browser: '',
  webmail: '',
  deviceType: '',
}

/** A step as it is stored. Everything a recipient does has an agent, so that platforms add up to the opens. */
export function toStep(intern: Intern, planned: PlannedStep): Step {
  const type = stepNumber(planned.type)
  const byRecipient = type >= stepNumber('unsubscribed')
  const userAgent = planned.userAgent ?? (byRecipient ? unknownAgent : null)
  return {
    type,
    date: planned.due,
    agent: userAgent && intern.agent(userAgent),
    ip: userAgent?.ip || null,
    url: planned.url ?? null,
    reason: planned.reason ?? null,
  }
}

export type PlanWriter = {
  add(message: number, steps: readonly PlannedStep[]): void
}

export function createPlans(database: Database, intern: Intern, life: Life): Plans & PlanWriter {
  let lastNumber = -1
  function nextNumber(): number {
    if (lastNumber < 0) lastNumber = Number(database.sql('SELECT max(n) AS n FROM plans').get()?.['n'] ?? 0)
    return ++lastNumber
  }
  database.onForget(() => (lastNumber = -1))
  const hasDue = (now: number): boolean => database.sql('SELECT 1 FROM plans WHERE due <= ? LIMIT 1').get(now) != null

  return {
    add(message, steps) {
      const insert = database.sql(
        'INSERT INTO plans (due, n, message, type, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      for (const planned of steps) {
        const step = toStep(intern, planned)
        insert.run(step.date, nextNumber(), message, step.type, step.agent, step.ip, step.url, step.reason)
      }
    },
    applyDue: (now, limit = defaultLimit) =>
      database.transaction(() => {
        const due = database
          .sql(
            `SELECT due AS date, n, message, type, agent, ip, url, reason FROM plans
            WHERE due <= ? ORDER BY due, n LIMIT ?`,
          )
          .all(now, limit) as unknown as (Step & { n: number; message: number })[]
        for (const { message, ...step } of due) life.step(message, step)
        const last = due.at(-1)
        if (last) database.sql('DELETE FROM plans WHERE (due, n) <= (?, ?)').run(last.date, last.n)
        return { applied: due.length, more: due.length === limit && hasDue(now) }
      }),
    nextDue() {
      const due = database.sql('SELECT min(due) AS due FROM plans').get()?.['due']
      return due == null ? null : Number(due)
    },
    count: () => Number(database.sql('SELECT count(*) AS count FROM plans').get()?.['count']),
  }
}
