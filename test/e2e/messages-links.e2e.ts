import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { listenElsewhere, refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { inBoxes, loudOnes, middles } from './support/hostile-groups.ts'
import { hostileLinks } from './support/hostile-links.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** Opens the message with this subject in the outbox. */
async function openMail({ pages: { sandbox, outbox } }: AppUnderTest, subject: string): Promise<void> {
  await sandbox.outboxTab.click()
  await outbox.row(subject).click()
}

test('no link in an email navigates, by any click or key', async ({ app, program }) => {
  test.slow()
  app.expectError(refusedByMailFrame)
  app.expectError(/Blocked form submission/)
  const { page } = app
  const { sandbox, outbox, mail } = app.pages
  const elsewhere = await listenElsewhere()
  const opened: Page[] = []
  page.context().on('page', (other) => opened.push(other))
  try {
    await sandbox.outboxTab.click()
    let number = 0
    const react = async (links: readonly string[]) => {
      const subject = `Mail ${++number}.`
      const html = `<p>Still here</p>${inBoxes(links)}`
      const body = {
        to: [{ address: 'ada@shop.example' }],
        msg: { from: { address: 'hello@shop.example' }, subject, text: 'Hi.', html },
        // Otherwise the service’s tracking would replace these links.
        headers: { 'X-SVC-TRACKING': { html: { open: 0, click: 0 } } },
      }
      expect(await program.post('/messages/send', body)).toBe(200)
      const before = elsewhere.connections()
      await outbox.row(subject).click()
      await expect(outbox.subject(subject)).toBeVisible()
      await expect(mail.iframe).toBeInViewport({ ratio: 1 })
      await page.frames()[1]?.waitForLoadState('load')
      const where = page.url()
      for (const { x, y } of middles(links.length, (await mail.iframe.boundingBox())!)) {
        for (const key of ['Control', 'Shift', 'Alt', '']) {
          if (key) await page.keyboard.down(key)
          await page.mouse.click(x, y)
          if (key) await page.keyboard.up(key)
        }
        await page.mouse.click(x, y, { button: 'middle' })
        await page.keyboard.press('Enter')
        await page.keyboard.press('Control+Enter')
      }
      const connections = (await elsewhere.settled()) - before
      const tabs = opened.splice(0)
      // A tab that cannot be loaded would keep retrying.
      for (const tab of tabs) await tab.close()
      // If the link were followed, the frame would show an error page.
      const frames = page.frames().map((frame) => frame.url())
      const stays = frames.join('\n') === `${where}\nabout:srcdoc`
      return {
        html,
        connections,
        tabs: tabs.map((tab) => tab.url()),
        frames,
        isQuiet: connections === 0 && tabs.length === 0 && stays,
      }
    }
    expect(await loudOnes(hostileLinks(elsewhere.url), react)).toEqual([])
    expect(await elsewhere.settled()).toBe(0)
  } finally {
    elsewhere.close()
  }
})

const newsletter = `<style>a:link { color: rgb(1, 2, 3) }</style>
  <a href="https://shop.example/sale">The sale</a>
  <a href="https://evil.example/login" title="https://bank.example">bank.example</a>
  <a href="#top">Up</a> <a href="/relative">Here</a> <a href="mailto:a@shop.example?attach=/etc/passwd&amp;subject=Hi">Write</a>
  <a href="ftp://shop.example/list">The list</a> <a href="https://pic.example/"><img src="https://pic.example/x.png" alt="A picture"></a>`
const news = { to: 'ada@shop.example', subject: 'Our news', html: newsletter }

test('the links of an email are listed beneath it, where they can be copied and opened', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { page } = app
  const { mail } = app.pages
  expect(await program.send(news)).toBe(200)
  await openMail(app, 'Our news')
  const sale = mail.content.getByText('The sale')
  await expect(sale).toHaveAttribute('title', /^http:\/\/127\.0\.0\.1:\d+\/t\/c\//)
  await expect(sale).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(mail.content.getByText('bank.example')).toHaveAttribute('title', /^http:\/\/127/)

  await mail.linksSummary(7).focus()
  await page.keyboard.press('Enter')
  await expect(mail.link('The sale')).toContainText('Tracked')
  await expect(mail.link('The sale')).toContainText('Goes to https://shop.example/sale')
  await expect(mail.link('bank.example')).toContainText(
    'This link’s text names bank.example, but the link opens evil.example.',
  )
  await expect(mail.link('Up')).toContainText('Links to another part of this email.')
  await expect(mail.link('A picture')).toContainText('https://pic.example/')
  await expect(mail.openLink('Here')).toHaveCount(0)
  await expect(mail.link('The list')).toContainText(
    'Mailroom opens only https and mailto links, and http links to this computer.',
  )
  expect(await violations(page, 'details')).toEqual([])

  await test.step('by keyboard alone', async () => {
    await page.keyboard.press('Tab')
    await expect(mail.copyLink('The sale')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(mail.openLink('The sale')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(mail.browserQuestion).toContainText(/http:\/\/127\.0\.0\.1:\d+\/t\/c\//)
    await page.keyboard.press('Escape')
    await expect(mail.browserQuestion).toHaveCount(0)
    await expect(mail.openLink('The sale')).toBeFocused()
  })
  await mail.openLink('Write').click()
  await expect(mail.mailQuestion).toContainText('mailto:a@shop.example?subject=Hi')
  await expect(mail.mailQuestion).not.toContainText('attach')
})

test(
  'holding Enter on a link opens its question, and nothing more',
  notInElectron('The calls of Electron cannot be counted from here.'),
  async ({ app, program }) => {
    app.expectError(refusedByMailFrame)
    const { page } = app
    const { mail } = app.pages
    let opened = 0
    await decideCalls(page, 'app.openExternal', () => {
      opened++
      return { ok: true, output: null }
    })
    expect(await program.send(news)).toBe(200)
    await openMail(app, 'Our news')
    await mail.linksSummary(7).press('Enter')
    const link = mail.openLink('The sale')
    // The browser counts each press after the first as a repeat.
    const hold = async () => {
      for (let times = 0; times < 4; times++) await page.keyboard.down('Enter')
    }
    await link.focus()
    await hold()
    await expect(mail.confirmBrowser).toBeFocused()
    await hold()
    await page.keyboard.up('Enter')
    await expect(mail.browserQuestion).toBeVisible()
    expect(opened).toBe(0)
    // A key press that begins in the dialog confirms it, and must not reopen it.
    await hold()
    await expect(link).toBeFocused()
    await hold()
    await page.keyboard.up('Enter')
    await expect(mail.browserQuestion).toHaveCount(0)
    expect(opened).toBe(1)
  },
)

test('an email that would block the page is shown only on request', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { outbox, mail } = app.pages
  const bolds = Array.from({ length: 3000 }, (_, id) => `<p><b id="b${id}">`).join('')
  const mails = {
    Nested: `${'<div>'.repeat(50_000)}Deep down`,
    Bold: `${bolds}Never closed`,
    'A bit': `${'<div>'.repeat(300)}Deep down`,
  }
  for (const [subject, html] of Object.entries(mails)) {
    expect(await program.send({ to: 'ada@shop.example', subject, html })).toBe(200)
  }
  await openMail(app, 'Nested')
  await expect(mail.tooDeep).toBeVisible()
  await expect(mail.anyIframe).toHaveCount(0)
  await outbox.row('Bold').click()
  await expect(mail.tooLarge).toBeVisible()
  await outbox.row('A bit').click()
  await expect(mail.tooDeep).toBeVisible()
  await mail.showAnyway.press('Enter')
  await expect(mail.content.getByText('Deep down')).toBeVisible()
  await outbox.row('Nested').click()
  await expect(mail.tooDeep).toBeVisible()
})
