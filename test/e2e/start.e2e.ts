import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { expect, test } from './support/fixtures.ts'
import { withHistory } from './support/shop-history.ts'

test('the link opens the app once and leaves no token in the address', async ({ app, context }) => {
  const { page } = app
  await expect(page).toHaveTitle(/Mailroom/)
  await expect(page.getByRole('main')).toBeVisible()
  expect(page.url()).not.toContain('token')
  // Cookies reach every listener on 127.0.0.1.
  expect(await context.cookies()).toEqual([])
})

test('a reload and a second tab stay signed in', async ({ app, context }) => {
  const { page } = app
  await expect(page.getByRole('main')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  const second = await context.newPage()
  await second.goto(new URL('/', page.url()).href)
  await expect(second.getByRole('main')).toBeVisible()
  await second.reload()
  await expect(second.getByRole('main')).toBeVisible()
  await second.close()
})

test('a tab that no page of Mailroom is open beside says what to do', async ({ browser, app }) => {
  await expect(app.page.getByRole('main')).toBeVisible()
  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await stranger.goto(new URL('/', app.page.url()).href)
  await expect(
    stranger.getByText(/This page is not signed in\. Run the command that started Mailroom once more/),
  ).toBeVisible()
  await elsewhere.close()
})

test('a listener on another port gets nothing, signs nobody out and locks nobody out', async ({ app }) => {
  const { page } = app
  await expect(page.getByRole('main')).toBeVisible()
  const own = page.url()
  const { host, port } = new URL(own)
  const listener = await startListener(`mailroom-${port}`)
  // Cookies, 180 of them as large as they may be, for every port and path of this address.
  await page.goto(listener.url)
  await expect(page.getByText('Filled.')).toBeVisible()
  await page.goto(`${listener.url}/again`)
  expect(listener.headers.flatMap(({ authorization }) => authorization ?? [])).toEqual([])
  const { cookie = '' } = listener.headers.at(-1)!
  expect(cookie.length).toBeGreaterThan(300_000)
  // What it got is no key, from wherever it is sent.
  expect(await statusOf(`http://${host}/rpc/accounts.list`, { Cookie: cookie, Origin: `http://${host}` })).toBe(401)
  await page.goto(own)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/not signed in|does not answer/)).toBeHidden()
  await listener.close()
})

test('a page whose Mailroom was closed says so, and does not promise to come back where another answers', async ({
  page,
}) => {
  const folder = await createDataFolder()
  const first = await spawnBrowserHost({ dataFolder: folder.path })
  const port = new URL(first.link).port
  await page.goto(first.link)
  await expect(page.getByRole('main')).toBeVisible()
  await first.stop()
  await expect(page.getByText(/own process does not answer/)).toBeVisible()
  const second = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory', '--port', port] })
  await expect(page.getByText(/This page belongs to a Mailroom that was closed/)).toBeVisible()
  await page.goto(second.link)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/Mailroom that was closed/)).toBeHidden()
  await page.goto('about:blank')
  await second.stop()
  await folder.remove()
})

test('a tab from before a restart is let in by another that is signed in, and says what to do without one', async ({
  page,
  context,
}) => {
  const folder = await createDataFolder()
  const first = await spawnBrowserHost({ dataFolder: folder.path })
  const { port } = new URL(first.link)
  const welcome = page.getByRole('heading', { name: 'Welcome to Mailroom' })
  await page.goto(first.link)
  await expect(welcome).toBeVisible()
  await first.stop()
  const second = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory', '--port', port] })
  await page.reload()
  await expect(page.getByText(/This page is not signed in/)).toBeVisible()
  const signedIn = await context.newPage()
  await signedIn.goto(second.link)
  await expect(signedIn.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await page.reload()
  await expect(welcome).toBeVisible()
  await signedIn.close()
  await page.reload()
  await expect(welcome).toBeVisible()
  await page.goto('about:blank')
  await second.stop()
  await folder.remove()
})

test('the app starts again on the same data', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible()
  await app.restart()
  await expect(app.page.getByRole('main')).toBeVisible()
})

test('the start page is the view that it shows, with what the account holds', async ({ app }) => {
  await withHistory(app, async (page) => {
    const origin = new URL('/', page.url()).href
    for (const address of ['#/', '', '#']) {
      await page.goto('about:blank')
      await page.goto(origin + address)
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await expect(page).toHaveURL(`${origin}#/messages`)
    }
    await page.goto(`${origin}#/settings`)
    await page.evaluate("location.hash = '#/'")
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  })
})

/** A web server as anybody on this computer may run one: it sees what browsers send it and sets cookies as it likes. */
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
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
