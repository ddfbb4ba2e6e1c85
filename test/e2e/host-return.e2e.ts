import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { MailroomPages } from './pages/mailroom-pages.ts'
import { expect, test } from './support/fixtures.ts'
import { withRestartableHost } from './support/hosts/restartable-host.ts'

const onSandbox = ['--sandbox', 'empty']

test('what is typed while Mailroom is away is saved when it is back, without a new link', async ({ page, context }) => {
  const { shell, drafts, composer } = new MailroomPages(page)
  await withRestartableHost(
    page,
    async ({ first, startSecond }) => {
      await page.goto(first.link)
      await drafts.link.click()
      await drafts.newMessage.click()
      await composer.subject.fill('Before')
      await expect(composer.saved).toBeVisible()
      // A tab that was opened by hand has its key from the first one, and comes back by itself.
      const tab = await context.newPage()
      const { shell: tabShell } = new MailroomPages(tab)
      await tab.goto(new URL('/', page.url()).href)
      await expect(tabShell.main).toBeVisible()
      await first.stop('SIGKILL')
      await expect(tabShell.hostIsAway).toBeVisible()
      await expect(shell.hostIsAway).toBeVisible()
      await composer.subject.fill('Typed while Mailroom was away')
      await expect(composer.notSaved).toBeVisible()
      await shell.tryNow.click()
      await expect(shell.hostIsAway).toBeVisible()

      await startSecond()
      await expect(shell.hostIsAway.or(shell.hostIsForeign)).toBeHidden()
      await expect(tabShell.hostIsAway.or(tabShell.hostIsForeign)).toBeHidden()
      await tab.close()
      await expect(composer.saved).toBeVisible()
      await expect(composer.notSaved).toBeHidden()
      await composer.allDrafts.click()
      await expect(drafts.draft('Typed while Mailroom was away')).toBeVisible()

      await test.step('the page is signed in as any other', async () => {
        await page.reload()
        await expect(drafts.draft('Typed while Mailroom was away')).toBeVisible()
      })
    },
    onSandbox,
  )
})

test('another program at the address gets nothing of the page, which waits for its own Mailroom', async ({ page }) => {
  const { shell, drafts, composer } = new MailroomPages(page)
  await withRestartableHost(
    page,
    async ({ first, port, startSecond }) => {
      await page.goto(first.link)
      await drafts.link.click()
      await drafts.newMessage.click()
      await composer.subject.fill('Before')
      await expect(composer.saved).toBeVisible()
      // The parts of the composer that come by themselves are there.
      await expect(composer.body).toBeVisible()
      await expect(composer.panel.getByText('No HTML yet')).toBeVisible()
      await first.stop()
      await expect(shell.hostIsAway).toBeVisible()

      const impostor = await startImpostor(port)
      await composer.subject.fill('A secret of the shop')
      await shell.tryNow.click()
      await expect(shell.hostIsForeign).toBeVisible()
      await expect(composer.notSaved).toContainText('This is not the Mailroom that this page belongs to.')
      await shell.settingsLink.click()
      await expect(shell.opensLater).toBeVisible()
      await page.goBack()
      await expect(composer.subject).toHaveValue('A secret of the shop')
      await impostor.close()
      for (const { head } of impostor.requests) expect(head).not.toMatch(/bearer|authorization|cookie/i)
      // Code of the page that was not needed before is asked for by its name.
      const sent = impostor.requests.filter(({ call, body }) => body !== '' || !call.startsWith('GET /assets/'))
      expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(['POST /session/proof']))
      const proofs = sent.map(({ body }) => JSON.parse(body) as Record<string, string>)
      for (const asked of proofs) expect(Object.keys(asked)).toEqual(['id', 'nonce'])
      expect(new Set(proofs.map(({ nonce }) => nonce)).size).toBe(proofs.length)

      await startSecond()
      await shell.tryNow.click()
      await expect(shell.hostIsForeign).toBeHidden()
      await expect(composer.saved).toBeVisible()
      await composer.allDrafts.click()
      await expect(drafts.draft('A secret of the shop')).toBeVisible()
    },
    onSandbox,
  )
})

test('a Mailroom with other data at the address is not the one of the page', async ({ page }) => {
  const { shell } = new MailroomPages(page)
  await withRestartableHost(page, async ({ first, startSecond }) => {
    await page.goto(first.link)
    await expect(shell.main).toBeVisible()
    await first.stop()
    await expect(shell.hostIsAway).toBeVisible()
    const second = await startSecond('fresh')
    await expect(shell.hostIsForeign).toBeVisible()
    await page.goto(second.link)
    await expect(shell.main).toBeVisible()
    await expect(shell.hostIsForeign).toBeHidden()
  })
})

/** A program of another user that waits for the port: it takes every request, and says that all is well. */
async function startImpostor(port: number) {
  const requests: { call: string; head: string; body: string }[] = []
  const key = 'A'.repeat(43)
  const output = { key, id: key, secret: key, proof: key, challenge: 'A'.repeat(32) }
  const note = async (request: IncomingMessage): Promise<void> => {
    const { method, url, rawHeaders } = request
    requests.push({ call: `${method} ${url}`, head: rawHeaders.join('\n'), body: await text(request) })
  }
  const server = createServer((request, response) => {
    void note(request).then(() => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ ok: true, output }))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
