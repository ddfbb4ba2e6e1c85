import { listenElsewhere, refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

// One test below fills the sandbox with a scenario.
test.use(onEmptySandbox)

test('a program’s sends appear in the requests and in the outbox', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { page } = app
  const { palette, sandbox, requests, outbox, mail } = app.pages
  await palette.run('requests', /^Sandbox › Requests/)
  expect(await program.send({ to: 'ada@shop.example', subject: 'The first one' })).toBe(200)
  await requests.row(/messages\/send/).click()
  await expect(page.getByText('"subject": "The first one"')).toBeVisible()
  // The key is sent in a header, of which the log shows only the end.
  await expect(page.getByText(program.access.key)).toHaveCount(0)

  await test.step('a request links to its message and back, and can be repeated', async () => {
    await requests.message.click()
    await expect(outbox.subject('The first one')).toBeVisible()
    await outbox.request.click()
    await expect(requests.title('POST /v1/messages/send')).toBeVisible()
    await expect(page.getByText(/^content-length: \d+$/m).first()).toBeVisible()
    await requests.sendAgain.click()
    await expect(requests.row(/messages\/send/)).toHaveCount(2)
    await expect(page.getByText(/x-sandbox-replay: \d+/)).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await requests.copyAsCurl.click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain('$MAILROOM_KEY')
    expect(command).not.toContain(program.access.key)
  })

  await sandbox.outboxTab.click()
  // A message changes after it was sent, and its row is updated.
  expect(await program.send({ to: 'bounce@shop.example', subject: 'The second one' })).toBe(200)
  await expect(outbox.row(/The second one/)).toContainText(/hard bounced/i)
  await outbox.search.fill('bounce shop.example mailbox')
  await expect(outbox.row(/The first one/)).toHaveCount(0)
  await outbox.row(/The second one/).click()
  await expect(outbox.reason).toContainText('The mailbox does not exist')
  await outbox.search.fill('')
  await outbox
    .row(/The first one/)
    .first()
    .click()
  await expect(mail.content.getByText('there')).toBeVisible()
  await outbox.sourceTab.click()
  await expect(page.getByText(/^Subject: The first one$/m)).toBeVisible()
})

test('an attachment with a long name does not push its message out of view', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { sandbox, outbox } = app.pages
  const attachments = [
    { contentType: 'application/pdf', filename: `${'Invoice '.repeat(20)}.pdf`, content: 'JVBERi0=' },
  ]
  const msg = { from: { address: 'hello@shop.example' }, subject: 'Your invoice', text: 'Hi.', attachments }
  expect(await program.post('/messages/send', { to: [{ address: 'ada@shop.example' }], msg })).toBe(200)
  await sandbox.outboxTab.click()
  await outbox.row(/Your invoice/).click()
  await expect(outbox.attachment(/^Invoice/)).toBeInViewport({ ratio: 1 })
  await expect(outbox.close).toBeInViewport({ ratio: 1 })
})

test('viewing an email opens no connection', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  app.expectError(/Refused to execute the redirect/)
  const { sandbox, outbox, mail } = app.pages
  const elsewhere = await listenElsewhere()
  const { url } = elsewhere
  const html = `<link rel="preconnect" href="${url}"><link rel="stylesheet" href="${url}"><img src="${url}">
    <object data="${url}"></object><embed src="${url}">
    <iframe src="${url}"></iframe><div><template shadowrootmode="open"><iframe src="${url}"></iframe></template></div>
    <svg></p><style><a id="</style><iframe src='${url}'></iframe>"></a></style></svg>
    <meta http-equiv="refresh" content="0;url=${url}"><p>What is <b>left</b> of it.</p>`
  try {
    await program.send({ to: 'ada@shop.example', subject: 'Framed', html })
    await program.send({
      to: 'ada@shop.example',
      subject: 'Frames only',
      html: `<frameset><frame src="${url}"></frameset>`,
    })
    await sandbox.outboxTab.click()
    await outbox.row(/Frames only/).click()
    await expect(mail.content.locator('frameset')).toBeAttached()
    await expect(mail.content.locator('frame')).toHaveCount(0)
    await outbox.row(/Framed/).click()
    await expect(mail.content.getByText('What is left of it.')).toBeVisible()
    // A browser with its default services would open connections for these and resolve the hosts of links, whatever
    // the policy.
    await expect(mail.content.locator('link, object, embed, iframe')).toHaveCount(0)
    await expect(mail.content.locator('meta[http-equiv="x-dns-prefetch-control"][content="off"]')).toBeAttached()
    expect(elsewhere.connections()).toBe(0)
  } finally {
    elsewhere.close()
  }
})

test('the requests are those of the user’s own programs, and can be filtered by words', async ({ app, program }) => {
  const { shell, sandbox, requests } = app.pages
  await sandbox.requestsTab.click()
  await expect(requests.empty).toBeVisible()

  await test.step('a link to one of Mailroom’s own requests shows them all', async () => {
    // The first sync makes more requests than are kept, so the test opens a late one.
    await requests.mailroomsOwn.check()
    await requests.rows.nth(1).click()
    await expect(requests.close).toBeVisible()
    const link = new URL(app.page.url()).hash.replace(/^#\//, '')
    await requests.mailroomsOwn.uncheck()
    await expect(requests.empty).toBeVisible()
    await shell.open(link)
    await expect(requests.rows.nth(1)).toContainText('Mailroom')
    await expect(requests.close).toBeVisible()
    await requests.mailroomsOwn.uncheck()
    await expect(requests.close).toHaveCount(0)
    await expect(requests.empty).toBeVisible()
  })

  await program.send({ to: 'ada@shop.example', subject: 'The first one' })
  await program.post('/nothing', {})
  await expect(requests.rows).toHaveCount(3)
  await requests.filter.fill('post 404')
  await expect(requests.rows).toHaveCount(2)
  await expect(requests.rows.nth(1)).toContainText('/v1/nothing')
  // The filter is kept while another tab is shown.
  await sandbox.outboxTab.click()
  await sandbox.requestsTab.click()
  await expect(requests.filter).toHaveValue('post 404')
  await expect(requests.rows).toHaveCount(2)
  await requests.filter.fill('post 405')
  await requests.clearFilter.click()
  await expect(requests.rows).toHaveCount(3)

  await test.step('Mailroom’s own requests are shown on request, and that choice is remembered', async () => {
    await requests.mailroomsOwn.check()
    await requests.filter.fill('mailroom')
    await expect(requests.rows.nth(1)).toContainText('Mailroom')
    await app.page.reload()
    await expect(requests.mailroomsOwn).toBeChecked()
  })
})

test('after scrolling, rows stay in place while new ones arrive above', async ({ app, program }) => {
  const { sandbox, requests } = app.pages
  await sandbox.requestsTab.click()
  for (let i = 0; i < 40; i++) await program.post(`/calls/${i}`, {})
  await expect(requests.grid).toHaveAttribute('aria-rowcount', '41')
  await expect(requests.row('/calls/39')).toBeInViewport()
  await requests.grid.evaluate((element) => element.scrollTo(0, 8 * 28))
  const row = requests.row('/calls/25')
  await expect(row).toBeInViewport()
  const place = (await row.boundingBox())!.y
  for (let i = 0; i < 10; i++) await program.post(`/later/${i}`, {})
  await expect(requests.grid).toHaveAttribute('aria-rowcount', '51')
  await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? Infinity) - place)).toBeLessThan(2)
})

test('advancing the clock changes messages, in the outbox and in Messages', async ({ app, program }) => {
  const { shell, sandbox, outbox, messages, detail } = app.pages
  await program.send({ to: 'bounce@shop.example', subject: 'Will bounce' })
  await sandbox.clockTab.click()
  await expect(sandbox.now).not.toHaveText((await sandbox.now.textContent()) ?? '')
  await sandbox.advanceWeek.click()
  await sandbox.outboxTab.click()
  await expect(outbox.row(/Will bounce/)).toContainText(/bounced/i)

  await test.step('in Messages without a sync, and in an open message', async () => {
    await shell.messagesLink.click()
    await program.send({ to: 'open+1@shop.example', subject: 'Will be opened' })
    await messages.row(/Will be opened/).click()
    await expect(detail.article).toContainText(/Delivered/)
    await expect(detail.places).toHaveCount(0)
    await program.control('POST', '/clock', { advance: 'hour' })
    await expect(detail.places).toBeVisible()
  })
})

test('by keyboard alone: a request is opened, closed and opened again', async ({ app, program }) => {
  const { page } = app
  const { sandbox, requests } = app.pages
  const title = requests.title('POST /v1/one')
  await sandbox.requestsTab.click()
  for (const path of ['one', 'two']) await program.post(`/${path}`, {})
  await expect(requests.rows).toHaveCount(3)
  await requests.grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(title).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(title).toBeVisible()
  await requests.close.press('Enter')
  await expect(requests.grid).toBeFocused()
  await page.keyboard.press('Enter')
  await requests.copy.focus()
  await page.keyboard.press('Escape')
  await expect(title).toHaveCount(0)
  await expect(requests.grid).toBeFocused()
})

test('a scenario replaces the data only after a confirmation', async ({ app }) => {
  const { shell, sandbox } = app.pages
  await expect(sandbox.connectTitle).toBeVisible()
  await sandbox.clockTab.click()
  await sandbox.fillWithScenario.first().click()
  await expect(shell.question).toContainText('can’t be undone')
  await sandbox.confirmReplacement.click()
  await expect(app.page.getByText(/^50,000 messages/)).toBeVisible()
})

test('a stopped sandbox is shown in the overview, and can be started there', async ({ app }) => {
  const { shell, overview, sandbox } = app.pages
  await expect(sandbox.connectTitle).toBeVisible()
  await sandbox.stop.click()
  await expect(sandbox.stopped).toBeVisible()
  await shell.overviewLink.click()
  await overview.checkConnection.click()
  await expect(overview.sandboxIsSilent).toBeVisible()
  // The text is not cut off, whatever the page’s height.
  expect(await overview.sandboxIsSilent.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  await overview.startSandbox.click()
  await expect(overview.connected).toBeVisible()
})

test('a sync that fails because the sandbox is stopped offers to start it', async ({ app }) => {
  const { shell, sandbox, sync } = app.pages
  await expect(sandbox.connectTitle).toBeVisible()
  await sandbox.stop.click()
  await expect(sandbox.stopped).toBeVisible()
  await shell.messagesLink.click()
  await sync.syncNow.click()
  await expect(sync.failure).toBeVisible()
  await expect(sync.noMessages).toBeVisible()
  await sync.startSandbox.click()
  await expect(sync.failure).toHaveCount(0)
  await expect(app.pages.messages.freshness).toBeVisible()
  await expect(app.page).toHaveURL(/#\/messages/)
})

test('after a restart the sandbox runs on the same port', async ({ app }) => {
  const before = await app.pages.sandbox.access()
  await app.restart()
  await expect(app.pages.sandbox.connectTitle).toBeVisible()
  await expect(app.page.getByText(before.url, { exact: true })).toBeVisible()
})
