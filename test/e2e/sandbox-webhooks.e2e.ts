import { startReceiver } from '#test/support/webhooks/receiver.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('the calls of a webhook are shown with their payloads, made twice, and made again', async ({ app, program }) => {
  const { page } = app
  const { sandbox, sandboxWebhooks: webhooks } = app.pages
  const receiver = await startReceiver()
  await sandbox.webhooksTab.click()
  await expect(webhooks.empty).toBeVisible()
  const webhook = { url: receiver.url, description: 'Shop', events: ['delivered'] }
  expect(await program.post('/settings/webhooks', webhook)).toBe(200)
  await webhooks.grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect(webhooks.detail).toContainText('No calls yet.')
  await webhooks.fault.selectOption('Every call twice')
  await expect(webhooks.grid).toContainText('Every call twice')

  await program.send({ to: 'ada@shop.example', subject: 'Hello' })
  await program.control('POST', '/clock', { advance: 'hour' })
  await expect(webhooks.calls).toHaveCount(2)
  await webhooks.calls.first().getByText('Payload').click()
  await expect(webhooks.payload).toContainText('"recipient": "ada@shop.example"')
  expect(await violations(page), 'a webhook of the sandbox').toEqual([])

  receiver.status = 500
  await webhooks.callAgain.click()
  await expect(webhooks.calls).toHaveCount(3)
  await expect(webhooks.calls.first()).toContainText('The receiver returned status 500.')
  await webhooks.encoded.check()
  await expect(webhooks.encoded).toBeChecked()
  await receiver.close()
})
