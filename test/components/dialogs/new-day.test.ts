import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { addSecondAccount } from '../support/second-account.ts'

test('a window that stays open past midnight names periods by the new day', async () => {
  const started = performance.now()
  let noon = Date.UTC(2037, 0, 10, 12)
  vi.spyOn(Date, 'now').mockImplementation(() => noon + performance.now() - started)
  onTestFinished(() => void vi.restoreAllMocks())
  await openMailroom('messages?q=after:2037-01-10 before:2037-01-11', { scenario: 'empty' })
  const period = page.getByRole('main').getByRole('button', { name: /^Period: / })
  const pass = (date: number) => {
    noon = Date.UTC(2037, 0, date, 12)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await expect.poll(() => period.query()?.textContent).toMatch(/Today/)
  pass(11)
  await expect.poll(() => period.query()?.textContent).toMatch(/Yesterday/)
  await addSecondAccount()
  await expect.element(page.getByText('Second', { exact: true }).first()).toBeVisible()
  location.hash = '#/messages?from=2037-01-11&to=2037-01-11'
  await expect.poll(() => period.query()?.textContent).toMatch(/Today/)
  pass(12)
  await expect.poll(() => period.query()?.textContent).toMatch(/Yesterday/)
})

test('an overview without a history says how old its figures are if the service can’t be asked again', async () => {
  const { calls } = await openMailroom('overview', { scenario: 'empty' })
  let isAway = false
  calls.set('statistics.service', () => {
    const now = Date.now()
    const output = { figures: { part: 'days', days: [] }, now, askedAt: now, offline: null }
    return isAway ? { ok: false, error: new AppError('offline', 'No network.').toJSON() } : { ok: true, output }
  })
  await addSecondAccount()
  await expect.element(page.getByText('Counted by the service, in UTC days.')).toBeVisible()
  const figures = page.getByText(/^The figures are from /)
  expect(figures.query()).toBeNull()
  isAway = true
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect.element(figures).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(figures).not.toBeInTheDocument()
})
