import { expect, it } from 'vitest'
import { AccountAlerts } from '#core/alerts/account-alerts.ts'
import { EventBus } from '#core/base/event-bus.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { alertApp, complaintRule, day, hardRule, message, silenceRule } from './support.ts'

it('fires once, ends below its lower limit, and reports both with their numbers', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 195, hard: 5 })
  await app.passDay(2, { delivered: 190, hard: 10 })
  await app.passDay(3, { delivered: 197, hard: 3 })
  expect(app.notifications).toEqual(['Shop: Hard bounces'])
  expect(app.places).toEqual([{ accountId: 'shop', view: 'alerts' }])
  expect(app.events()).toMatchObject([{ endedAt: null, fired: { value: { part: 5, whole: 200 } } }])
  await app.passDay(4, { delivered: 199, hard: 1 })
  expect(app.events()).toMatchObject([{ endedBy: 'calm', ended: { value: { part: 1, whole: 200 } } }])
  await app.passDay(5, { delivered: 190, hard: 10 })
  expect(app.events().map(({ endedBy }) => endedBy)).toEqual([null, 'calm'])
  expect(app.notifications).toHaveLength(2)
})

it('counts what fired until the user has seen the list', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 195, hard: 5 })
  await app.passDay(2, { delivered: 200 })
  await app.passDay(3, { delivered: 190, hard: 10 })
  // One of the alerts is over, but still unread.
  expect(app.of.unseen).toBe(2)
  await app.of.markSeen()
  expect(app.of.unseen).toBe(0)
  await app.passDay(4, { delivered: 200 })
  await app.passDay(5, { delivered: 190, hard: 10 })
  expect(app.of.unseen).toBe(1)
})

it('fires on the same days in a trial as it did day by day', async () => {
  const app = await alertApp()
  const condition = { ...hardRule.condition, limit: 0.025, end: 0.015, window: { unit: 'day' as const, count: 2 } }
  const rule = { ...hardRule, zone: 'Europe/Paris', condition }
  const generated = [...generateMessages({ count: 9000, seed: 7, from: day(0) * 1000, to: day(45) * 1000 })]
  // The service’s clock is an hour ahead: until the first midnight there is no whole day to evaluate.
  await app.save(rule)
  for (let number = 1; number <= 45; number++) {
    const inDay = generated.filter(
      ({ createdDate }) => Math.floor(createdDate / 86_400_000) === day(number - 1) / 86_400,
    )
    await app.archive.import(inDay, { covered: { from: day(number - 1), to: day(number) - 1 }, lastSync: day(number) })
    await app.passTo(day(number))
  }
  const tried = await app.of.try(rule, new AbortController().signal)
  const lived = app.events().map(({ fired, ended }) => ({ fired, ended }))
  expect(tried.fired.map(({ fired, ended }) => ({ fired, ended }))).toEqual(lived.toReversed())
  expect(lived.length).toBeGreaterThan(2)
})

it('treats a new rule as its trial does: a value between both limits does not end the alert', async () => {
  const app = await alertApp()
  await app.passDay(1, { delivered: 190, hard: 10 })
  await app.passDay(2, { delivered: 200 })
  await app.passDay(3, { delivered: 192, hard: 8 })
  await app.passDay(4, { delivered: 197, hard: 3 })
  const tried = await app.of.try(hardRule, new AbortController().signal)
  expect(tried.fired.map(({ fired, ended }) => [fired.to, ended?.to])).toEqual([
    [day(1), day(2)],
    [day(3), undefined],
  ])
  await app.save(hardRule)
  expect((await app.of.list(() => Promise.resolve(null))).rules[0]?.status).toMatchObject({
    isFiring: true,
    last: { to: day(4) },
  })
  // Events that ended before the rule existed fire no alert.
  expect(app.events()).toMatchObject([{ endedAt: null, fired: { from: day(2), value: { part: 8, whole: 200 } } }])
  expect(app.notifications).toHaveLength(1)
  await app.passDay(5, { delivered: 200 })
  expect(app.events()).toMatchObject([{ endedBy: 'calm', ended: { to: day(5) } }])
  await app.save({ ...hardRule, id: crypto.randomUUID() })
  expect(app.events()).toHaveLength(1)
})

it('evaluates no day that was not synced, and catches up after a sync', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 200 })
  await app.passTo(day(3))
  expect((await app.of.list(() => Promise.resolve(day(1)))).rules[0]?.status).toMatchObject({
    isFiring: false,
    notJudged: 'incomplete',
  })
  await app.passDay(2, { delivered: 100, hard: 100 })
  await app.passDay(3, { delivered: 200 })
  expect(app.events()).toMatchObject([{ endedBy: 'calm', fired: { from: day(1), to: day(2) } }])
})

it('counts complaints at once, even on the current day', async () => {
  const app = await alertApp()
  await app.save(complaintRule)
  await app.passDay(1, { delivered: 10, complaint: 2 })
  expect(app.events()).toEqual([])
  const noon = day(1) + 43_200
  const complaints = [message(day(1) + 60, 'complaint')]
  await app.archive.import(complaints, { covered: { from: day(1), to: noon - 60 }, lastSync: noon })
  await app.passTo(noon)
  expect(app.events()).toMatchObject([{ fired: { value: { part: 3, whole: null }, to: noon - 59 } }])
})

it('notices silence by the clock, but only for the time that was synced', async () => {
  const app = await alertApp()
  await app.save(silenceRule)
  await app.passDay(1, { delivered: 5 })
  await app.passTo(day(2))
  expect(app.events()).toEqual([])
  await app.archive.moveHorizon({ covered: { from: day(1), to: day(2) }, lastSync: day(2) })
  // Nothing reports that the archive has changed, so the rules are evaluated at the next full hour.
  app.clock.advance(3_600_000 + 120_000)
  await app.alerts.settled()
  expect(app.events()).toMatchObject([{ fired: { value: { part: 0, whole: null } } }])
})

it('watches a mailbox provider by all of its domains', async () => {
  const app = await alertApp()
  const provider = { id: 'google', name: 'Google' }
  await app.save({ ...hardRule, condition: { ...hardRule.condition, provider, minimum: 50 } })
  await app.passDay(1, { delivered: 400, hard: 20 })
  expect(app.events()).toEqual([])
  const messages = Array.from({ length: 60 }, (_, at) => {
    const state = at < 6 ? 'hardbounced' : 'delivered'
    return { ...message(day(1) + at, state), email: `p${at}@${at % 2 ? 'gmail.com' : 'googlemail.com'}` }
  })
  await app.archive.import(messages, { covered: { from: day(1), to: day(2) }, lastSync: day(2) })
  await app.passTo(day(2))
  const [event] = app.events()
  expect(event?.fired.value).toEqual({ part: 6, whole: 60 })
  expect(event?.messages).toBe('(domain:gmail.com OR domain:googlemail.com) state:hardbounced')
})

it('evaluates an hour as soon as it is over', async () => {
  const app = await alertApp()
  const condition = { ...hardRule.condition, minimum: 10, window: { unit: 'hour' as const, count: 2 } }
  await app.save({ ...hardRule, condition })
  const from = day(0) + 9 * 3600
  const messages = Array.from({ length: 20 }, (_, at) => message(from + at * 300, at < 2 ? 'hardbounced' : 'delivered'))
  await app.archive.import(messages, { covered: { from: day(0), to: from + 7300 }, lastSync: from + 7300 })
  await app.passTo(from + 7300)
  // Two windows have ended, and the first of them is enough to fire.
  const fired = { from: from - 3600, to: from + 3600, value: { part: 2, whole: 12 } }
  expect(app.events()).toMatchObject([{ fired }])
})

it('delays a notification until the quiet hours end, but not the history and the note', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.of.setQuiet({ isOn: true, from: 22 * 60, to: 7 * 60, zone: 'UTC' })
  await app.passDay(1, { delivered: 190, hard: 10 })
  expect(app.notifications).toEqual([])
  expect(app.events()).toHaveLength(1)
  expect(app.noted).toEqual([`2026-01-01T23:59:59.000Z Hard bounces: 5% (10 of 200 messages whose outcome is known)`])
  await app.passTo(day(1) + 7 * 3600)
  expect(app.notifications).toEqual(['Shop: Hard bounces'])
  await app.passTo(day(1) + 9 * 3600)
  expect(app.notifications).toHaveLength(1)
})

it('keeps the quiet hours that a change does not name', async () => {
  const app = await alertApp()
  await app.of.setQuiet({ isOn: true, from: 22 * 60, to: 7 * 60, zone: 'UTC' })
  await Promise.all([app.of.setQuiet({ from: 20 * 60, zone: 'Asia/Tokyo' }), app.of.setQuiet({ isOn: false })])
  const { quiet } = await app.of.list(() => Promise.resolve(null))
  expect(quiet).toEqual({ isOn: false, from: 20 * 60, to: 7 * 60, zone: 'Asia/Tokyo' })
})

it('looks at the clock during quiet hours, because a timer does not count the time that the computer sleeps', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.of.setQuiet({ isOn: true, from: 22 * 60, to: 7 * 60, zone: 'UTC' })
  await app.passDay(1, { delivered: 190, hard: 10 })
  expect(app.notifications).toEqual([])
  app.clock.sleep(8 * 3_600_000)
  app.clock.advance(60_000)
  await app.alerts.settled()
  expect(app.notifications).toEqual(['Shop: Hard bounces'])
})

it('evaluates the rules below one that cannot be evaluated', async () => {
  const app = await alertApp()
  await app.save({ ...hardRule, id: crypto.randomUUID(), zone: 'Mars/Olympus' })
  await app.save(hardRule)
  await app.passDay(1, { delivered: 190, hard: 10 })
  expect(app.notifications).toEqual(['Shop: Hard bounces'])
})

it('queues at most one evaluation while another one runs', async () => {
  const { archive } = await alertApp()
  let [asked, joined]: [number, Promise<void>[]] = [0, []]
  const ground = { ports: testPorts(await temporaryFolder()), events: new EventBus(), onBroken: () => undefined }
  const alerts = await AccountAlerts.open(ground, 'shop', {
    now: () => day(2) * 1000,
    archive: () => {
      if (++asked === 1) joined = [1, 2, 3].map(() => alerts.evaluate())
      return Promise.resolve(archive)
    },
    keepsHistory: () => false,
    author: () => null,
    hadTeam: () => false,
    judgesForTeam: () => Promise.resolve(false),
    onFired: () => undefined,
    onChange: () => undefined,
  })
  await alerts.save(hardRule)
  await alerts.evaluate()
  await Promise.all(joined)
  expect(asked).toBe(2)
})

it('emits nothing if a rule’s result is unchanged', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 190, hard: 10 })
  const before = app.of.stored
  await app.of.evaluate()
  expect(app.of.stored).toBe(before)
})

it('delivers pending notifications once, even if they are requested twice at the same time', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.of.setQuiet({ isOn: true, from: 22 * 60, to: 7 * 60, zone: 'UTC' })
  await app.passDay(1, { delivered: 190, hard: 10 })
  const taken = await Promise.all([app.of.takeWaiting(), app.of.takeWaiting()])
  expect(taken.map((events) => events.length)).toEqual([1, 0])
  await app.passTo(day(1) + 7 * 3600)
  expect(app.notifications).toEqual([])
})

it('keeps fired alerts over a restart, and announces nothing twice', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 190, hard: 10 })
  const again = await app.restart()
  expect(again.events()).toEqual(app.events())
  expect(again.notifications).toEqual([])
})

it('ends an alert when its rule is removed, and refuses an invalid rule', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 190, hard: 10 })
  await app.save({ ...hardRule, name: 'Bad addresses' })
  expect(app.events()).toMatchObject([{ endedBy: null }])
  await app.save({ ...hardRule, isOn: false })
  expect(app.events()).toMatchObject([{ endedBy: 'off' }])
  await app.save(hardRule)
  await app.of.remove(hardRule.id)
  expect(app.events().map(({ endedBy }) => endedBy)).toEqual(['removed', 'off'])
  await expect(app.save({ ...hardRule, name: '' })).rejects.toThrow('The rule has no name.')
  await expect(app.of.remove(hardRule.id)).rejects.toThrow('This rule no longer exists.')
})
