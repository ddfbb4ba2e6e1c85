import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { descriptionOf } from './support/description-list.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox, post, sandboxAccess, send } from './support/local-sandbox.ts'

// Filling it is the matter of one test below.
test.use(onEmptySandbox)

test('a program’s send appears in the log and in the outbox', async ({ app }) => {
  const { page } = app
  // Playwright reads the frame by a script of its own, which the frame rightly refuses; so does it the tracking pixel.
  app.expectError(/Content Security Policy|Blocked script execution/)
  const sandbox = await sandboxAccess(page)
  await page.getByRole('tab', { name: 'Requests' }).click()
  expect(await send(sandbox, 'ada@shop.example', 'The first one')).toBe(200)
  await page.getByRole('row', { name: /messages\/send/ }).click()
  await expect(page.getByText('"subject": "The first one"')).toBeVisible()
  // The key crosses in a header: the log shows only its end.
  await expect(page.getByText(sandbox.key)).toHaveCount(0)

  await page.getByRole('tab', { name: 'Outbox' }).click()
  // It lives on by itself, and the list with it.
  expect(await send(sandbox, 'bounce@shop.example', 'The second one')).toBe(200)
  await expect(page.getByRole('row', { name: /The second one/ })).toContainText(/hard bounced/i)
  await page.getByRole('row', { name: /The first one/ }).click()
  const frame = page.frameLocator('iframe[title="The message as its recipient sees it"]')
  await expect(frame.getByText('there')).toBeVisible()
  await page.getByRole('tab', { name: 'Source' }).click()
  await expect(page.getByText(/^Subject: The first one$/m)).toBeVisible()
})

test('an attachment with a long name pushes nothing of its message out of sight', async ({ app }) => {
  const { page } = app
  app.expectError(/Content Security Policy/)
  const sandbox = await sandboxAccess(page)
  const attachments = [
    { contentType: 'application/pdf', filename: `${'Invoice '.repeat(20)}.pdf`, content: 'JVBERi0=' },
  ]
  const msg = { from: { address: 'hello@shop.example' }, subject: 'Your invoice', text: 'Hi.', attachments }
  expect(await post(sandbox, '/messages/send', { to: [{ address: 'ada@shop.example' }], msg })).toBe(200)
  await page.getByRole('tab', { name: 'Outbox' }).click()
  await page.getByRole('row', { name: /Your invoice/ }).click()
  await expect(page.getByRole('button', { name: /^Invoice/ })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Close the message' })).toBeInViewport({ ratio: 1 })
})

test('looking at an email connects to nobody', async ({ app }) => {
  const { page } = app
  app.expectError(/Content Security Policy|Blocked script execution|Refused to execute the redirect/)
  let connections = 0
  const elsewhere = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/seen`
  const html = `<link rel="preconnect" href="${url}"><link rel="stylesheet" href="${url}"><img src="${url}">
    <object data="${url}"></object><embed src="${url}">
    <iframe src="${url}"></iframe><div><template shadowrootmode="open"><iframe src="${url}"></iframe></template></div>
    <svg></p><style><a id="</style><iframe src='${url}'></iframe>"></a></style></svg>
    <meta http-equiv="refresh" content="0;url=${url}"><p>What is <b>left</b> of it.</p>`
  try {
    await send(await sandboxAccess(page), 'ada@shop.example', 'Framed', html)
    await send(
      await sandboxAccess(page),
      'ada@shop.example',
      'Frames only',
      `<frameset><frame src="${url}"></frameset>`,
    )
    await page.getByRole('tab', { name: 'Outbox' }).click()
    await page.getByRole('row', { name: /Frames only/ }).click()
    const frame = page.frameLocator('iframe[title="The message as its recipient sees it"]')
    await expect(frame.locator('frameset')).toBeAttached()
    await expect(frame.locator('frame')).toHaveCount(0)
    await page.getByRole('row', { name: /Framed/ }).click()
    await expect(frame.getByText('What is left of it.')).toBeVisible()
    // A browser with its own services on connects for these, and looks the hosts of links up, without asking any policy.
    await expect(frame.locator('link, object, embed, iframe')).toHaveCount(0)
    await expect(frame.locator('meta[http-equiv="x-dns-prefetch-control"][content="off"]')).toBeAttached()
    expect(connections).toBe(0)
  } finally {
    elsewhere.close()
  }
})

test('the log is about one’s own programs, and filtered by words', async ({ app }) => {
  const { page } = app
  const sandbox = await sandboxAccess(page)
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page.getByText('Every call of your programs appears here')).toBeVisible()
  await send(sandbox, 'ada@shop.example', 'The first one')
  await post(sandbox, '/nothing', {})
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row')
  const filter = page.getByRole('searchbox', { name: 'Filter the requests' })
  // The line of names is a row, too.
  await expect(rows).toHaveCount(3)
  await filter.fill('post 404')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('/v1/nothing')
  await filter.fill('post 405')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(rows).toHaveCount(3)
  // What Mailroom read of this account stands beside it only when it is asked for, and that is remembered.
  await page.getByRole('checkbox', { name: 'Mailroom’s own' }).check()
  await filter.fill('mailroom')
  await expect(rows.nth(1)).toContainText('Mailroom')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Mailroom’s own' })).toBeChecked()
})

test('who reads further down keeps the same rows while new ones come in', async ({ app }) => {
  const { page } = app
  const sandbox = await sandboxAccess(page)
  await page.getByRole('tab', { name: 'Requests' }).click()
  for (let i = 0; i < 40; i++) await post(sandbox, `/calls/${i}`, {})
  const grid = page.getByRole('grid', { name: 'Requests' })
  await expect(grid).toHaveAttribute('aria-rowcount', '41')
  await expect(grid.getByRole('row', { name: '/calls/39' })).toBeInViewport()
  await grid.evaluate((element) => element.scrollTo(0, 8 * 28))
  const read = grid.getByRole('row', { name: '/calls/25' })
  await expect(read).toBeInViewport()
  const place = (await read.boundingBox())!.y
  for (let i = 0; i < 10; i++) await post(sandbox, `/later/${i}`, {})
  await expect(grid).toHaveAttribute('aria-rowcount', '51')
  await expect.poll(async () => Math.abs((await read.boundingBox())!.y - place)).toBeLessThan(2)
})

test('the clock moves on and what is due happens', async ({ app }) => {
  const { page } = app
  const sandbox = await sandboxAccess(page)
  await send(sandbox, 'bounce@shop.example', 'Will bounce')
  await page.getByRole('tab', { name: 'Clock and data' }).click()
  const clock = descriptionOf(page, 'Now')
  await expect(clock).not.toHaveText((await clock.textContent()) ?? '')
  await page.getByRole('button', { name: 'One week on' }).click()
  await page.getByRole('tab', { name: 'Outbox' }).click()
  await expect(page.getByRole('row', { name: /Will bounce/ })).toContainText(/bounced/i)
})

test('a request is opened, left and opened again by keys alone', async ({ app }) => {
  const { page } = app
  const sandbox = await sandboxAccess(page)
  await page.getByRole('tab', { name: 'Requests' }).click()
  for (const path of ['one', 'two']) await post(sandbox, `/${path}`, {})
  const grid = page.getByRole('grid', { name: 'Requests' })
  await expect(grid.getByRole('row')).toHaveCount(3)
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const detail = page.getByRole('heading', { name: 'POST /v1/one' })
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(detail).toBeVisible()
  await page.getByRole('button', { name: 'Close the request' }).press('Enter')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy the request' }).focus()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(grid).toBeFocused()
})

test('a scenario replaces the data only after a question', async ({ app }) => {
  const { page } = app
  await sandboxAccess(page)
  await page.getByRole('tab', { name: 'Clock and data' }).click()
  await page.getByRole('button', { name: 'Fill with this' }).first().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('cannot be undone')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText(/^50,000 messages/)).toBeVisible()
})

test('a stopped sandbox is named in the overview, and starts from there', async ({ app }) => {
  const { page } = app
  await sandboxAccess(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('The sandbox is stopped')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Check the connection' }).click()
  const strip = page.getByRole('alert').filter({ hasText: 'The sandbox does not answer' })
  await expect(strip).toBeVisible()
  // The text is in its box, however long the page is.
  expect(await strip.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  await strip.getByRole('button', { name: 'Start the sandbox' }).click()
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
})

test('a sync that failed because the sandbox is stopped starts it', async ({ app }) => {
  const { page } = app
  await sandboxAccess(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('The sandbox is stopped')).toBeVisible()
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Sync now' }).first().click()
  await expect(page.getByText(/^The last sync failed: /)).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.getByRole('button', { name: 'Start the sandbox' }).click()
  await expect(page.getByText(/^The last sync failed: /)).toHaveCount(0)
  await expect(page.getByText(/^Complete from/)).toBeVisible()
  await expect(page).toHaveURL(/#\/messages/)
})

test('the sandbox account is there, running and on the same port after a restart', async ({ app }) => {
  const { page } = app
  const before = await sandboxAccess(page)
  await app.restart()
  await expect(page.getByRole('heading', { name: 'Point your program here' })).toBeVisible()
  await expect(page.getByText(before.url, { exact: true })).toBeVisible()
})
