import { downloaded } from './pages/base/system-dialogs.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('a message shows its codes and links, which can be copied by keyboard', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { page } = app
  const { mail, sandbox, outbox } = app.pages
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = 'https://shop.example/verify'
  const to = 'ada@shop.example'
  await program.send({ to, subject: 'Sign in', html: '', text: `Your code: 482 913\n\n${link}` })
  await program.send({ to, subject: 'Order 482913' })
  const pages = [1, 2, 3, 4].map((at) => `https://shop.example/${at}`)
  await program.send({ to, subject: 'Many', html: '', text: pages.join('\n') })
  const html = '<p>Your code: 771 204</p><a href="https://shop.example/x">x</a> <a href="https://shop.example/y">y</a>'
  await program.send({ to, subject: 'Page', html })

  await sandbox.outboxTab.click()
  await outbox.row('Sign in').click()
  await expect(outbox.codes).toHaveText('482913')
  await outbox.copyCode('482913').press('Enter')
  expect(await copied()).toBe('482913')
  await expect(outbox.links).toContainText(link)
  await outbox.copyLink(link).press('Enter')
  expect(await copied()).toBe(link)
  await outbox.openLink(link).press('Enter')
  await expect(page.getByRole('alertdialog').getByText(link)).toBeVisible()
  await page.keyboard.press('Escape')

  await outbox.row('Order 482913').click()
  await expect(outbox.subject('Order 482913')).toBeVisible()
  await expect(outbox.codes.or(outbox.links)).toHaveCount(0)

  await outbox.row('Many').click()
  await expect(outbox.linkCount(4)).toBeVisible()
  await expect(outbox.copyLink(pages[3]!)).toBeHidden()
  await outbox.linkCount(4).press('Enter')
  await expect(outbox.copyLink(pages[3]!)).toBeVisible()

  await test.step('the links of an HTML message are listed beneath it', async () => {
    await outbox.row('Page').click()
    await expect(outbox.codes).toHaveText('771204')
    await outbox.messageTab.click()
    await expect(mail.linksSummary(2)).toBeVisible()
    await expect(outbox.links).toHaveCount(0)
  })
})

test('a program with its provider’s own names works once they are entered in Connect, and can be changed by keyboard', async ({
  app,
  program,
}) => {
  const { page } = app
  const { sandbox, requests, shell, overview } = app.pages
  await expect(sandbox.snippet).toContainText('X-Service-ApiKey')
  await sandbox.userHeader.fill('X-ABC-Key')
  await sandbox.keyHeader.fill('x-abc-key')
  await sandbox.headerPrefix.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The user header and the key header need different names.')).toBeVisible()
  await expect(page.getByText('Enter a prefix, such as X-ABC-.')).toBeVisible()

  // Text being typed is kept while calls of a program refresh the view.
  expect(await program.send({ to: 'ada@shop.example', subject: 'With the former names' })).toBe(200)
  await expect(page.getByText(/^1 message/)).toBeVisible()
  await expect(sandbox.keyHeader).toHaveValue('x-abc-key')

  await sandbox.userHeader.fill('X-ABC-User')
  await sandbox.headerPrefix.fill('X-ABC-')
  await sandbox.headerPrefix.press('Tab')
  await expect(sandbox.saveNames).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sandbox.namesSaved).toBeVisible()
  await expect(sandbox.snippet).toContainText('x-abc-key: ')
  await expect(sandbox.snippet).toContainText('"X-ABC-TAGS"')

  expect(await program.send({ to: 'ada@shop.example', subject: 'Refused now' })).toBe(401)
  const { user, key } = program.access
  program.useHeaders({ 'X-ABC-User': user, 'x-abc-key': key })
  const message = { to: [{ address: 'ada@shop.example' }], msg: { from: { address: 'me@shop.example' }, text: 'Hi' } }
  expect(await program.post('/messages/send', { ...message, headers: { 'X-SVC-TAGS': ['a'] } })).toBe(200)
  await sandbox.requestsTab.click()
  await requests.rows.nth(1).click()
  await expect(requests.passedOver).toHaveText([
    'X-SVC-TAGS was ignored: the prefix here is X-ABC-. Did you mean X-ABC-TAGS?',
  ])

  await test.step('Mailroom’s own calls use the names, and the defaults can be restored', async () => {
    await shell.overviewLink.click()
    await overview.checkConnection.click()
    await expect(overview.connected).toBeVisible()
    await shell.open('sandbox/connect')
    await sandbox.useDefaultNames.click()
    await expect(sandbox.snippet).toContainText('X-Service-ApiKey')
    await expect(sandbox.keyHeader).toHaveValue('X-Service-ApiKey')
  })
})

test('the certificate authority can be saved for a program that uses HTTPS', async ({ app }) => {
  const { sandbox } = app.pages
  const { name, bytes } = await downloaded(app.page, () => sandbox.saveAuthority.click())
  expect(name).toBe('mailroom-sandbox.pem')
  expect(bytes.toString()).toMatch(/^-----BEGIN CERTIFICATE-----/)
  await expect(sandbox.secureUrl).toContainText(/^https:\/\/127\.0\.0\.1:\d+\/v1/)
})
