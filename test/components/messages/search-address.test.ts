import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from '../support/open-mailroom.ts'
import { sendOne } from '../support/send-one.ts'

const main = page.getByRole('main')
const grid = main.getByRole('grid', { name: 'Messages' })
const header = (name: string) => grid.getByRole('columnheader', { name })

test('Back from a sorted search returns to the default order, which the address does not name', async () => {
  await openMailroom('messages?q=a', { scenario: 'empty' })
  await expect.element(header('Created')).toHaveAttribute('aria-sort', 'descending')
  location.hash = '#/messages?q=b&sort=subject'
  await expect.element(header('Subject')).toHaveAttribute('aria-sort', 'ascending')
  history.back()
  await expect.element(header('Created')).toHaveAttribute('aria-sort', 'descending')
  expect(location.hash).toBe('#/messages?q=a')
})

test('a view that is left while its scroll position is being restored reports no error', async () => {
  const { calls } = await openMailroom('overview', { scenario: 'empty' })
  await sendOne()
  location.hash = '#/messages'
  await grid.getByText('jane@example.org').click()
  location.hash = '#/settings'
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const [asked, left, returned] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  calls.set('messages.positions', async (_input, ask) => {
    asked!.resolve()
    await left!.promise
    const reply = await ask()
    returned!.resolve()
    return reply
  })
  history.back()
  await asked!.promise
  history.back()
  await expect.element(grid).not.toBeInTheDocument()
  left!.resolve()
  await returned!.promise
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  expect(page.getByText(/^Something went wrong/).query()).toBeNull()
})

test('after a slow sort is stopped, the focus is on the rows', async () => {
  const { calls } = await openMailroom('messages', { scenario: 'empty' })
  await sendOne()
  await expect.element(grid.getByText('jane@example.org')).toBeVisible()
  calls.set('messages.searchSuperseding', () => 'lost')
  location.hash = '#/messages?sort=subject'
  await main.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.element(grid).toHaveFocus()
})

test('a search without matches blames no term while its counts are unknown', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  await sendOne()
  calls.set('messages.countSuperseding', () => ({ ok: true, output: null }))
  location.hash = '#/messages?q=subject:zzz tag:yyy'
  await expect.element(main.getByText('Remove a term or widen the period.')).toBeVisible()
})
