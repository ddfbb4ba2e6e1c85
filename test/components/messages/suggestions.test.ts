import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'

test('a state of the archive with the name of a group of states is suggested once', async () => {
  const { calls } = await openMailroom('messages', { scenario: 'empty' })
  const values = ['failed', 'fading'].map((value) => ({ value, messages: 3 }))
  calls.set('messages.valuesSuperseding', () => ({ ok: true, output: values }))
  const field = page.getByRole('combobox', { name: 'Search messages' })
  await field.fill('state:')
  await expect.element(page.getByRole('option', { name: /fading/ })).toBeVisible()
  expect(page.getByRole('option', { name: /^failed/ }).all()).toHaveLength(1)
})
