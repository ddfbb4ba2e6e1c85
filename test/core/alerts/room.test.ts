import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { hardRule } from './support.ts'

const anyBounce = {
  ...hardRule,
  condition: { ...hardRule.condition, limit: 0, end: 0, minimum: 1, window: { unit: 'day' as const, count: 3 } },
}

it('a sync of the days that a rule covers fires it, with a note and a notification', { timeout: 120_000 }, async () => {
  const { ask, app, accountId, service } = await openAccount({ storeHistory: true }, { scenario: 'demo' })
  // Notifications format their numbers for the user’s language.
  await ask('settings.change', { language: 'de' })
  const notices: string[] = []
  app.subscribe((event) => event.name === 'app.notice' && notices.push(event.payload.text))
  await ask('alerts.save', { accountId, rule: anyBounce })
  const [before] = (await ask('alerts.list', { accountId })).rules
  expect(before?.status).toMatchObject({ isFiring: false, last: null })

  const from = Math.floor(service.clock.now() / 1000) - 6 * 86_400
  // In the first minute of a day, the day before is complete only at the next sync.
  await ask('sync.configure', { accountId, options: { from, details: false, interval: 30_000 } })
  // The sync reads six days, and rules are evaluated every five seconds: on a busy machine this takes most of a
  // minute.
  const events = await eventually(async () => {
    const list = await ask('alerts.list', { accountId })
    expect(list.events).toHaveLength(1)
    return list.events
  }, 90_000)
  expect(events[0]?.fired.value.part).toBeGreaterThan(0)
  await eventually(() => expect(notices).toEqual([expect.stringMatching(/^Shop: Hard bounces\. [\d,]+\s%/)]))
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const now = service.clock.now()
  // The note and the notice are written at the same time, to different files.
  await eventually(async () => {
    const { notes } = await ask('notes.list', { accountId, from: day(now - 8 * msPerDay), to: day(now), zone: 'UTC' })
    // The bucket ends where the next day begins.
    expect(notes).toMatchObject([{ kind: 'alert', link: '#/alerts', day: day(events[0]!.fired.to * 1000 - 1) }])
  })
})

it('erasing a person removes them from rules, and removing an account removes its rules', async () => {
  const opened = await openAccount()
  const { ask, accountId, folder } = opened
  const rule = { ...hardRule, name: 'Ann@example.org', search: 'to:ann@example.org' }
  await ask('alerts.save', { accountId, rule })
  await ask('recipients.erase', { accountId, email: 'ann@example.org' })
  const [entry] = (await ask('alerts.list', { accountId })).rules
  expect(entry?.rule).toMatchObject({ name: 'erased', search: 'to:erased' })

  const file = join(folder, 'alerts', `${accountId}.json`)
  await access(file)
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  await expect(access(file)).rejects.toThrow()
  await expect(ask('alerts.list', { accountId: '../accounts' })).rejects.toThrow()
})
