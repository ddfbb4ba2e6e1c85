import type { Page } from '@playwright/test'
import { MailroomPages } from './pages/mailroom-pages.ts'
import { expect, test } from './support/fixtures.ts'
import { startImpostor } from './support/hosts/impostor.ts'
import { withRestartableHost } from './support/hosts/restartable-host.ts'

const onSandbox = ['--sandbox', 'empty']

/** Opens the page at its link and writes a message, which is saved before the host goes away. */
async function writeBefore(page: Page, link: string): Promise<void> {
  const { drafts, composer } = new MailroomPages(page)
  await page.goto(link)
  await drafts.link.click()
  await drafts.newMessage.click()
  await composer.subject.fill('Before')
  await expect(composer.saved).toBeVisible()
}

test('text typed while Mailroom is away is saved when it is back, without a new link', async ({ page, context }) => {
  const { shell, drafts, composer } = new MailroomPages(page)
  await withRestartableHost(
    page,
    async ({ first, startSecond }) => {
      // Makes the page look like one of an older build: the response to its first call names a different build.
      await page.route('**/session/page', async (route) => {
        const response = await route.fetch()
        const { output } = (await response.json()) as { output: object }
        await route.fulfill({ response, json: { ok: true, output: { ...output, build: 'A'.repeat(43) } } })
      })
      await writeBefore(page, first.link)
      // A tab that was opened by hand gets its key from the first tab, and reconnects automatically.
      const tab = await context.newPage()
      const { shell: tabShell } = new MailroomPages(tab)
      await tab.goto(new URL('/', page.url()).href)
      await expect(tabShell.main).toBeVisible()
      await first.stop('SIGKILL')
      await expect(tabShell.hostIsAway).toBeVisible()
      await expect(shell.hostIsAway).toBeVisible()
      await composer.subject.fill('Typed while Mailroom was away')
      await expect(composer.notSaved).toBeVisible()
      await shell.collapseSidebar.click()
      await expect(shell.paletteIcon).toBeVisible()
      await shell.tryNow.click()
      await expect(shell.hostIsAway).toBeVisible()

      await startSecond()
      await expect(shell.hostIsAway.or(shell.hostIsForeign)).toBeHidden()
      await expect(tabShell.hostIsAway.or(tabShell.hostIsForeign)).toBeHidden()
      await expect(tabShell.isOutdated).toBeHidden()
      await tab.close()
      await expect(composer.saved).toBeVisible()
      await expect(composer.notSaved).toBeHidden()

      await test.step('after an update, a reload keeps the text and signs in as usual', async () => {
        await expect(shell.isOutdated).toBeVisible()
        await page.unroute('**/session/page')
        await composer.subject.fill('Typed before the reload')
        await shell.reload.click()
        await expect(shell.isOutdated).toBeHidden()
        await expect(composer.subject).toHaveValue('Typed before the reload')
        await expect(shell.paletteIcon).toBeVisible()
        await composer.allDrafts.click()
        await expect(drafts.draft('Typed before the reload')).toBeVisible()
      })
    },
    onSandbox,
  )
})

test('another program at the address receives nothing from the page, which waits for its own Mailroom', async ({
  page,
}) => {
  const { shell, drafts, composer } = new MailroomPages(page)
  await withRestartableHost(
    page,
    async ({ first, port, startSecond }) => {
      await writeBefore(page, first.link)
      // Waits for the parts of the composer that are loaded separately.
      await expect(composer.body).toBeVisible()
      await expect(composer.panel.getByText('No HTML yet')).toBeVisible()
      await first.stop()
      await expect(shell.hostIsAway).toBeVisible()

      const impostor = await startImpostor(port)
      await composer.subject.fill('A secret of the shop')
      await shell.tryNow.click()
      await expect(shell.hostIsForeign).toBeVisible()
      await expect(composer.notSaved).toContainText('This page belongs to a different Mailroom.')
      await shell.settingsLink.click()
      await expect(shell.opensLater).toBeVisible()
      await page.goBack()
      await expect(composer.subject).toHaveValue('A secret of the shop')
      await impostor.close()
      for (const { head } of impostor.requests) expect(head).not.toMatch(/bearer|authorization|cookie/i)
      // Requests for code that the page has not loaded yet contain only a file name.
      const sent = impostor.requests.filter(({ call, body }) => body !== '' || !call.startsWith('GET /assets/'))
      expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(['POST /session/proof']))
      const proofs = sent.map(({ body }) => JSON.parse(body) as Record<string, string>)
      for (const asked of proofs) expect(Object.keys(asked)).toEqual(['id', 'nonce'])
      expect(new Set(proofs.map(({ nonce }) => nonce)).size).toBe(proofs.length)

      await startSecond()
      await shell.tryNowIfShown()
      await expect(shell.hostIsForeign).toBeHidden()
      await expect(composer.saved).toBeVisible()
      await composer.allDrafts.click()
      await expect(drafts.draft('A secret of the shop')).toBeVisible()
    },
    onSandbox,
  )
})

test('a Mailroom with other data at the address does not count as the page’s own', async ({ page }) => {
  const { shell } = new MailroomPages(page)
  await withRestartableHost(page, async ({ first, startSecond }) => {
    // Before this response, the page would accept any program that responds like a host whose session has ended.
    const known = page.waitForResponse('**/session/page')
    await page.goto(first.link)
    await expect(shell.main).toBeVisible()
    await known
    await first.stop()
    await expect(shell.hostIsAway).toBeVisible()
    const second = await startSecond('fresh')
    await expect(shell.hostIsForeign).toBeVisible()
    await page.goto(second.link)
    await expect(shell.main).toBeVisible()
    await expect(shell.hostIsForeign).toBeHidden()
  })
})

test('code of another program at the address does not run, and each part opens once Mailroom is back', async ({
  page,
}) => {
  const { shell, drafts, composer, body, preview } = new MailroomPages(page)
  await withRestartableHost(
    page,
    async ({ first, port, startSecond }) => {
      await page.goto(first.link)
      await drafts.link.click()
      await drafts.newMessage.click()
      await expect(body.ordinary).toBeVisible()
      await expect(composer.panel.getByText('No HTML yet')).toBeVisible()
      await first.stop()
      await expect(shell.hostIsAway).toBeVisible()
      const impostor = await startImpostor(port)
      await shell.tryNow.click()
      await expect(shell.hostIsForeign).toBeVisible()

      await test.step('a dialog', async () => {
        await page.keyboard.press('F1')
        await expect(shell.partNotLoaded).toBeVisible()
        await expect(shell.dialog).toBeHidden()
        expect(impostor.served).toContain('SearchHelp')
      })
      await test.step('a worker', async () => {
        await body.ordinary.fill('Good morning')
        await expect.poll(() => impostor.served).toContain('check-worker')
        await expect.poll(() => impostor.served).toContain('worker')
      })
      await test.step('an editor', async () => {
        await body.choose('Code')
        await expect(body.notLoaded).toBeVisible()
        expect(impostor.served).toContain('CodePane')
      })
      expect(impostor.ran).toEqual([])
      await impostor.close()

      await startSecond()
      await shell.tryNowIfShown()
      await expect(shell.hostIsForeign).toBeHidden()
      await page.keyboard.press('F1')
      await expect(shell.dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await body.choose('In place')
      await body.choose('Code')
      await body.writeCode('<p>Good morning</p><img src="https://shop.example/a.png">')
      await composer.tab('Checks').click()
      await expect(preview.finding(/alt/i).first()).toBeVisible()
      await body.choose('In place')
      await expect(body.run('Good morning')).toBeVisible()
    },
    onSandbox,
  )
})
