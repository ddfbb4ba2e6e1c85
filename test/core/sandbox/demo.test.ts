import { expect, it } from 'vitest'
import { openApp } from '#test/support/open-app.ts'

it('a new demo has a rule that fires and a template changed by others, and opening it again changes neither', async () => {
  const { ask } = await openApp()
  const { id: accountId } = await ask('sandbox.explore', { scenario: 'demo' })
  const alerts = () => ask('alerts.list', { accountId })
  await expect
    .poll(async () => (await alerts()).events, { timeout: 50_000, interval: 500 })
    .toMatchObject([{ rule: { name: 'Bounces at uni-nord.example' }, endedAt: null }])
  const { rules } = await alerts()

  const { templates } = await ask('templates.list', { accountId })
  const template = templates!.find(({ description }) => description === 'Shipping notice')!
  const history = () => ask('templates.history', { accountId, id: template.id })
  const { versions } = await history()
  expect(versions.map(({ origin, state }) => [origin, state])).toEqual([
    ['read', 'saved'],
    ['update', 'saved'],
    ['read', 'saved'],
  ])

  await ask('alerts.remove', { accountId, id: rules[0]!.rule.id })
  await ask('sandbox.explore', { scenario: 'demo' })
  expect((await alerts()).rules).toEqual([])
  expect((await history()).versions).toEqual(versions)
})
