import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MailroomPages } from './pages/mailroom-pages.ts'
import { expect, test } from './support/fixtures.ts'
import { addAccount } from './support/accounts.ts'
import { withRestartableHost } from './support/hosts/restartable-host.ts'
import { savedSettings } from './support/saved-settings.ts'
import { demoShop } from './support/service.ts'
import { openShopHistory } from './support/shop.ts'

test.use({ spawned: true })

test('the link opens the app once and leaves no token in the address', async ({ app, context }) => {
  await expect(app.page).toHaveTitle(/Mailroom/)
  await expect(app.pages.shell.main).toBeVisible()
  expect(app.page.url()).not.toContain('token')
  // Browsers send cookies to every listener on 127.0.0.1.
  expect(await context.cookies()).toEqual([])
})

test('a reload and a second tab stay signed in', async ({ app, context }) => {
  const { page } = app
  const { shell } = app.pages
  await expect(shell.main).toBeVisible()
  await page.reload()
  await expect(shell.main).toBeVisible()
  const second = await context.newPage()
  const secondShell = new MailroomPages(second).shell
  await second.goto(new URL('/', page.url()).href)
  await expect(secondShell.main).toBeVisible()
  await second.reload()
  await expect(secondShell.main).toBeVisible()
  await second.close()
})

test('a tab in another browser profile says how to sign in', async ({ browser, app }) => {
  await expect(app.pages.shell.main).toBeVisible()
  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await stranger.goto(new URL('/', app.page.url()).href)
  await expect(stranger.getByText(/This page is not signed in\. Start Mailroom again/)).toBeVisible()
  await elsewhere.close()
})

test('a listener on another port receives no key and can neither sign the page out nor lock it out', async ({
  app,
}) => {
  const { page } = app
  const { shell } = app.pages
  await expect(shell.main).toBeVisible()
  const own = page.url()
  const { host, port } = new URL(own)
  const listener = await startListener(`mailroom-${port}`)
  // Sets 180 cookies of the maximum size, which the browser sends to every port and path of this address.
  await page.goto(listener.url)
  await expect(page.getByText('Filled.')).toBeVisible()
  await page.goto(`${listener.url}/again`)
  expect(listener.headers.flatMap(({ authorization }) => authorization ?? [])).toEqual([])
  const { cookie = '' } = listener.headers.at(-1)!
  expect(cookie.length).toBeGreaterThan(300_000)
  // None of the values it received works as a key.
  expect(await statusOf(`http://${host}/rpc/accounts.list`, { Cookie: cookie, Origin: `http://${host}` })).toBe(401)
  await page.goto(own)
  await expect(shell.main).toBeVisible()
  await expect(shell.notSignedIn.or(shell.hostIsAway)).toBeHidden()
  await listener.close()
})

test('after a restart a tab explains how to sign in, until another signed-in tab shares its session', async ({
  page,
  context,
}) => {
  const { shell, welcome } = new MailroomPages(page)
  await withRestartableHost(page, async ({ first, startSecond }) => {
    await page.goto(first.link)
    await expect(welcome.title).toBeVisible()
    // The key that lets an open page continue is lost when the page closes.
    await page.goto('about:blank')
    await first.stop()
    const second = await startSecond()
    await page.goto(new URL('/', second.link).href)
    await expect(shell.notSignedIn).toBeVisible()
    const signedIn = await context.newPage()
    await signedIn.goto(second.link)
    await expect(new MailroomPages(signedIn).welcome.title).toBeVisible()
    await page.reload()
    await expect(welcome.title).toBeVisible()
    await signedIn.close()
    await page.reload()
    await expect(welcome.title).toBeVisible()
  })
})

test('the app starts again with the same data', async ({ app }) => {
  await expect(app.pages.shell.main).toBeVisible()
  await app.restart()
  await expect(app.pages.shell.main).toBeVisible()
})

test('every address shows something: the last view of the user or the account, or else the overview', async ({
  app,
  startService,
}) => {
  // The shop’s last day is the one before the service began. A service that began earlier may have no messages from yesterday.
  const shopService = await startService(demoShop)
  await openShopHistory({ app, shopService })
  const { page } = app
  const { shell, messages, settings, overview } = app.pages
  const origin = new URL('/', page.url()).href
  for (const address of ['#/', '', '#']) {
    await page.goto('about:blank')
    await page.goto(origin + address)
    await expect(messages.rows.nth(3)).toBeVisible()
    await expect(page).toHaveURL(`${origin}#/messages`)
  }
  await page.goto(`${origin}#/settings`)
  await expect(settings.title).toBeVisible()
  await page.evaluate("location.hash = '#/'")
  await expect(messages.rows.nth(3)).toBeVisible()
  await page.goBack()
  await expect(settings.title).toBeVisible()

  await test.step('an account opens at its last view', async () => {
    await addAccount(app.pages, { name: 'Market', service: shopService })
    await expect(overview.title).toBeVisible()
    await savedSettings(app, '#/overview')
    await shell.switchAccount('Market', 'Shop')
    await expect(messages.rows.nth(3)).toBeVisible()
    await shell.switchAccount('Shop', 'Market')
    await expect(overview.title).toBeVisible()
    await expect(page).toHaveURL(`${origin}#/overview`)
  })

  await test.step('the overview has figures, and each links to its messages', async () => {
    await shell.switchAccount('Market', 'Shop')
    await shell.overviewLink.click()
    // The link contains the id, so it still works after the history is read again from the start.
    await expect(overview.linkOf(overview.newestFailures.first())).toHaveAttribute('href', /^#\/message\/[^/]+\/.+%40/)
    await expect(overview.freshness).toHaveText(/^Up to date/)
    await expect(overview.missing).toHaveCount(0)
    const count = (await overview.figure('failed').innerText()).split(/\s/)[0]!
    await overview.figure('failed').click()
    await expect(messages.total).toHaveText(new RegExp(`^${count} messages?$`))
    await page.goBack()
    await overview.figure('sent').click()
    await expect(messages.rows.nth(3)).toBeVisible()
  })

  await test.step('an account without its key asks for it at once, and offers nothing that would fail', async () => {
    await app.restart()
    const { enterKey, keySaved } = app.pages.accountKey
    await app.pages.shell.messagesLink.click()
    await expect(app.pages.sync.syncNow).toBeDisabled()
    await expect(app.pages.sync.failure).toHaveCount(0)
    await app.pages.accountKey.open.click()
    await enterKey.fill('not-the-key')
    await app.page.keyboard.press('Enter')
    await expect(app.pages.accountKey.dialog.getByText('The key wasn’t saved.')).toBeVisible()
    await enterKey.fill(shopService.credentials.key)
    await app.page.keyboard.press('Enter')
    await expect(keySaved).toBeVisible()
    await expect(app.pages.accountKey.open).toHaveCount(0)
    await expect(app.pages.sync.syncNow).toBeEnabled()
  })
})

/** A web server that any user of this computer could run: it records the headers of browsers and sets cookies. */
async function startListener(name: string) {
  const headers: IncomingHttpHeaders[] = []
  const fill = `for (let n = 0; n < 180; n++) document.cookie = 'c' + n + '=' + 'x'.repeat(4000) + '; Path=/'`
  const server = createServer({ maxHeaderSize: 2 * 1024 * 1024 }, (request, response) => {
    if (request.url !== '/favicon.ico') headers.push(request.headers)
    response.setHeader('Set-Cookie', [`${name}=mine; Path=/`, `${name}=; Path=/rpc; Max-Age=0`])
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Another</title><p>Filled.</p><script>${fill}</script>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const call = request(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }).end('null')
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
