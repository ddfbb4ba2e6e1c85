import { openMailReceiver } from '#test/support/sandboxes/mail-receiver.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('replies go to a mail server that the user names, by rules, and are listed', async ({ app, program }) => {
  const { page } = app
  const { sandbox, replies } = app.pages
  const server = await openMailReceiver()
  await sandbox.repliesTab.click()
  await expect(replies.none).toBeVisible()

  await test.step('a server elsewhere is refused, one on this computer is used', async () => {
    await replies.mailServer.click()
    await replies.address.fill('mail.shop.example:25')
    await replies.save.click()
    await expect(replies.dialog).toContainText('Enter a host on this computer and a port, such as 127.0.0.1:2525.')
    await replies.address.fill(server.address)
    await page.keyboard.press('Enter')
    await expect(replies.dialog).toBeHidden()
    await expect(page.getByText(`Sent to ${server.address}`)).toBeVisible()
  })

  await test.step('a rule is added by keyboard', async () => {
    await replies.rules.focus()
    await page.keyboard.press('Enter')
    await expect(replies.rule(1).getByLabel('Recipient')).toBeFocused()
    await page.keyboard.type('shop.example')
    await page.keyboard.press('Enter')
    await expect(replies.rule(1)).toContainText('Enter an address, *@ and a domain, or * for everyone.')
    await replies.rule(1).getByLabel('Recipient').fill('*@shop.example')
    await replies.rule(1).getByLabel('Delay').fill('5')
    expect(await violations(page), 'the rules for replies').toEqual([])
    await replies.saveRules.click()
    await expect(replies.dialog).toBeHidden()
  })

  await test.step('what was sent is listed, with its message', async () => {
    await program.send({ to: 'ada@shop.example', subject: 'Hello' })
    await program.control('POST', '/clock', { advance: 'hour' })
    await expect(replies.grid).toContainText('Automatic reply: Hello')
    expect(server.received.map(({ mail }) => mail.subject)).toEqual(['Automatic reply: Hello'])
    await replies.grid.focus()
    await page.keyboard.press('ArrowDown')
    await expect(replies.detail).toContainText('ada@shop.example')
    expect(await violations(page), 'a reply').toEqual([])
    await replies.detail.getByRole('button', { name: 'Show message' }).click()
    await expect(sandbox.outboxTab).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('rules that a program changed meanwhile are not replaced unseen', async () => {
    await sandbox.repliesTab.click()
    await replies.rules.click()
    await expect(replies.rule(1).getByLabel('Recipient')).toHaveValue('*@shop.example')
    await replies.rule(1).getByLabel('Delay').fill('9')
    await program.control('PUT', '/replies', [{ to: 'eve@shop.example', kind: 'reply' }])
    await replies.saveRules.click()
    await expect(replies.dialog.getByRole('alert')).toContainText('A program changed the rules')
    await replies.dialog.getByRole('button', { name: 'Discard my changes' }).click()
    await expect(replies.rule(1).getByLabel('Recipient')).toHaveValue('eve@shop.example')
    await expect(replies.rule(1).getByLabel('Recipient')).toBeFocused()
    await replies.rule(1).getByLabel('Recipient').fill('*')
    await replies.saveRules.click()
    await expect(replies.dialog).toBeHidden()
  })

  await test.step('the rules and the server are removed', async () => {
    await replies.rules.click()
    await expect(replies.rule(1).getByLabel('Recipient')).toHaveValue('*')
    await replies.rule(1).getByRole('button', { name: 'Remove rule 1' }).click()
    await replies.saveRules.click()
    await replies.mailServer.click()
    await replies.sendNone.click()
    await expect(page.getByText('Replies are not sent')).toBeVisible()
  })
  await server.close()
})
