import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ControlledWebhook } from '#shared/contract/base/sandbox/controlled-webhooks.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const main = page.getByRole('main')

test('after the calls of a webhook are resumed, the focus stays in its details', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const webhook: ControlledWebhook = {
    id: 'shop',
    url: 'http://127.0.0.1:9/mail',
    description: 'Shop',
    success: 0,
    errors: 3,
    waiting: 3,
    stopped: true,
    encoded: false,
    fault: null,
  }
  let stopped = true
  calls.set('sandbox.webhooks', () => ({ ok: true, output: [{ ...webhook, stopped }] }))
  calls.set('sandbox.changeWebhook', () => {
    stopped = false
    return { ok: true, output: undefined }
  })
  location.hash = '#/sandbox/webhooks/shop'
  const resume = main.getByRole('button', { name: 'Resume calls' })
  await expect.element(resume).toBeVisible()
  resume.element().focus()
  await browser.press('Enter')
  await expect.element(main.getByRole('button', { name: 'Close the webhook' })).toHaveFocus()
  await expect.element(resume).not.toBeInTheDocument()
})
