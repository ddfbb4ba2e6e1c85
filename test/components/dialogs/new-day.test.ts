import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
