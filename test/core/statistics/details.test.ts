import { expect, it } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'

const day = 86_400_000

it('counts programs and places as the service does', { timeout: 120_000 }, async () => {
  const { accountId, ask, service } = await openAccount({}, { scenario: 'demo', clock: { running: false } })
  const dayAt = (ago: number) => new Date(service.clock.now() - ago * day).toISOString().slice(0, 10)
  const [from, to] = [dayAt(6), dayAt(1)]
  const options = { from: Date.parse(from) / 1000, paused: true, windowDays: 2, details: true }
  await ask('sync.configure', { accountId, options })
  const { jobId } = await ask('sync.now', { accountId })
  await eventually(async () => expect((await ask('jobs.list')).find(({ id }) => id === jobId)!.state).toBe('done'))

  const text = `after:${from} before:${dayAt(0)}`
  const details = await ask('statistics.details', { accountId, text, zone: 'UTC' })
  expect(details.opened.messages).toBeGreaterThan(100)
  expect(details.opened.detailed).toBe(details.opened.messages)
  // The demo has to fill every panel.
  expect(details.opened.by.machine).toBeGreaterThan(10)
  expect(details.timeToOpen.undated).toBe(0)
  expect(details.timeToOpen.classes.filter((messages) => messages > 0).length).toBeGreaterThan(5)
  expect(details.refused.detailed).toBe(details.refused.messages)

  const question = { accountId, from, to, zone: 'UTC', froms: [], apiKeys: [], tags: [], refresh: false }
  const platforms = await ask('statistics.service', { ...question, part: 'email-platforms' })
  expect(platforms).toHaveProperty('figures.platforms', expect.arrayContaining(details.platforms.values))
  expect(platforms).toHaveProperty('figures.platforms.length', details.platforms.values.length)
  const places = await ask('statistics.service', { ...question, part: 'places' })
  expect(places).toHaveProperty('figures.places', expect.arrayContaining(details.places.values))
  expect(places).toHaveProperty('figures.places.length', details.places.values.length)
})
