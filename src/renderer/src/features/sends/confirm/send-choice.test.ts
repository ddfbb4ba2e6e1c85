import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { someSend } from '#test/support/sends/some-send.ts'
import type { Host } from '../../../lib/host/host.ts'
import { SendChoice } from './send-choice.svelte.ts'
import { UndoSends } from './undo-sends.svelte.ts'

const { id } = someSend()
/** A Saturday. */
const now = Date.parse('2026-03-28T22:10:00Z')

const summary = (change: Partial<SendSummary> = {}) =>
  someSend({ to: ['a@b.c'], recipients: 1, state: 'waiting', at: now + 10_000, createdAt: now, ...change })

function setUp(zone = 'UTC') {
  const asked: unknown[] = []
  let refusal: AppError | null = null
  const host = {
    invoke: (name: string, input: unknown) => {
      asked.push([name, input])
      if (refusal) return Promise.reject(refusal)
      return Promise.resolve(name === 'sends.cancel' ? { draftId: id, hasLeft: false } : summary())
    },
  } as unknown as Host
  const draft = {
    id,
    flush: () => {
      asked.push('flush')
      return Promise.resolve()
    },
  }
  const choice = new SendChoice({
    host,
    draft,
    formats: { timeZone: zone, clock: (time) => `${time} h` },
    undoSeconds: 10,
    now: () => now,
  })
  return { asked, choice, host, refuse: (error: AppError | null) => (refusal = error) }
}

test('what was typed is saved before it is sent', async () => {
  const { asked, choice } = setUp()
  expect(await choice.send()).toMatchObject({ id })
  expect(asked).toEqual(['flush', ['sends.start', { draftId: id, at: null, undoSeconds: 10 }]])
})

test('a time is meant in the zone of the settings, and has to be ahead', async () => {
  const { asked, choice } = setUp('Europe/Paris')
  choice.when = 'later'
  choice.time = { date: '2026-03-30', time: '09:00' }
  await choice.send()
  expect(asked.at(-1)).toEqual(['sends.start', { draftId: id, at: Date.parse('2026-03-30T07:00Z'), undoSeconds: 10 }])
  choice.time = { date: '2026-03-28', time: '23:00' }
  expect(choice.problem).toBe('That time has passed. Choose a later one.')
  choice.time = { date: '', time: '23:00' }
  expect(choice.problem).toBe('Choose a date and a time.')
  expect(await choice.send()).toBeNull()
  choice.when = 'now'
  expect(choice.problem).toBeUndefined()
})

test('the proposed times are ahead, also when the clocks change in between', () => {
  const { choice } = setUp('Europe/Paris')
  expect(choice.presets).toEqual([
    { label: 'In about an hour', time: { date: '2026-03-29', time: '00:00' } },
    { label: 'Tomorrow, 09:00 h', time: { date: '2026-03-29', time: '09:00' } },
    { label: 'Monday, 09:00 h', time: { date: '2026-03-30', time: '09:00' } },
  ])
})

test('a refusal is kept to be shown, and the next attempt is free', async () => {
  const { choice, refuse } = setUp()
  refuse(new AppError('no-recipients', 'The message has no recipients. Add at least one.'))
  expect(await choice.send()).toBeNull()
  expect([choice.failure?.code, choice.isUnsure, choice.busy]).toEqual(['no-recipients', false, false])
  // The response was lost, so the send may have started.
  refuse(new AppError('host-gone', 'Mailroom isn’t responding.'))
  expect(await choice.send()).toBeNull()
  expect(choice.isUnsure).toBe(true)
  refuse(null)
  expect(await choice.send()).not.toBeNull()
  expect([choice.failure, choice.isUnsure]).toEqual([null, false])
})

test('only a send that has not left and has no chosen time can be undone', async () => {
  const { host, asked } = setUp()
  const sends = new UndoSends(host)
  const change = (payload: SendSummary) => sends.receive({ name: 'sends.changed', payload })
  change(summary({ isScheduled: true }))
  expect(sends.open).toEqual([])
  change(summary())
  change(summary({ subject: 'again' }))
  expect(sends.open.map(({ subject }) => subject)).toEqual(['again'])
  change(summary({ state: 'sending' }))
  expect(sends.open).toEqual([])
  change(summary())
  expect(await sends.undo(id)).toEqual({ draftId: id, hasLeft: false })
  expect(asked.at(-1)).toEqual(['sends.cancel', { id }])
  expect(sends.open).toEqual([])
})

test('the end of a send is told once, and only of one that was seen on its way', () => {
  const ended: string[] = []
  const sends = new UndoSends(setUp().host, ({ subject }) => ended.push(subject))
  const change = (payload: SendSummary) => sends.receive({ name: 'sends.changed', payload })
  change(summary({ state: 'sent', subject: 'old' }))
  for (const state of ['sending', 'sending', 'sent', 'sent'] as const) change(summary({ state, subject: 'new' }))
  expect(ended).toEqual(['new'])
})

test('after Mailroom was away, a send that began in the meantime can no longer be undone, and its end is told', async () => {
  const ended: string[] = []
  let state: SendSummary['state'] = 'sending'
  const host = { invoke: () => Promise.resolve({ summary: summary({ state }) }) } as unknown as Host
  const sends = new UndoSends(host, (send) => ended.push(send.state))
  sends.receive({ name: 'sends.changed', payload: summary() })
  await sends.readAgain()
  expect(sends.open).toEqual([])
  state = 'sent'
  await sends.readAgain()
  expect(ended).toEqual(['sent'])
})
