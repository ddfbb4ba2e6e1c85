import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { hostileLinks } from './support/hostile-links.ts'
import { onEmptySandbox, post, sandboxAccess, send } from './support/local-sandbox.ts'

test.use(onEmptySandbox)

const frameTitle = 'The message as its recipient sees it'

/** Opens the outbox, and there the message of this subject. */
async function openMail(page: Page, subject: string) {
  await page.getByRole('tab', { name: 'Outbox' }).click()
  await page.getByRole('row', { name: subject }).click()
  return page.frameLocator(`iframe[title="${frameTitle}"]`)
}

test('no link of an email leads anywhere, by any click or key', async ({ app }) => {
  test.slow()
  const { page } = app
  // Playwright reads the frame by a script of its own, which the frame refuses, as it does forms.
  app.expectError(/Content Security Policy|Blocked script execution|Blocked form submission/)
  let connections = 0
  const elsewhere = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  const mails = hostileLinks(`http://127.0.0.1:${port}/seen`)
  const opened: string[] = []
  page.context().on('page', (other) => opened.push(other.url()))
  const access = await sandboxAccess(page)
  try {
    await page.getByRole('tab', { name: 'Outbox' }).click()
    for (const [number, html] of mails.entries()) {
      // The service's own tracking would write other links in the place of these.
      const msg = {
        from: { address: 'hello@shop.example' },
        subject: `Mail ${number}.`,
        text: 'Hi.',
        html: `<p>Still here</p>${html}`,
      }
      const headers = { 'X-SVC-TRACKING': { html: { open: 0, click: 0 } } }
      const to = [{ address: 'ada@shop.example' }]
      expect(await post(access, '/messages/send', { to, msg, headers })).toBe(200)
      await openMail(page, `Mail ${number}.`)
      await expect(page.getByRole('heading', { name: `Mail ${number}.` })).toBeVisible()
      const area = page.locator(`iframe[title="${frameTitle}"]`)
      await expect(area).toBeInViewport({ ratio: 1 })
      await page.frames()[1]?.waitForLoadState('load')
      const where = page.url()
      const box = (await area.boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      for (const key of ['Control', 'Shift', 'Alt', '']) {
        if (key) await page.keyboard.down(key)
        await page.mouse.click(x, y)
        if (key) await page.keyboard.up(key)
      }
      await page.mouse.click(x, y, { button: 'middle' })
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+Enter')
      // In place of a mail that was left there would be an error page.
      const frames = page.frames().map((frame) => frame.url())
      expect({ html, connections, opened, frames }).toEqual({
        html,
        connections: 0,
        opened: [],
        frames: [where, 'about:srcdoc'],
      })
    }
    // What set out before this one would be here before it, too.
    await once(connect(port, '127.0.0.1'), 'close')
    expect(connections).toBe(1)
  } finally {
    elsewhere.close()
  }
})

const newsletter = `<style>a:link { color: rgb(1, 2, 3) }</style>
  <a href="https://shop.example/sale">The sale</a>
  <a href="https://evil.example/login" title="https://bank.example">bank.example</a>
  <a href="#top">Up</a> <a href="/relative">Here</a> <a href="mailto:a@shop.example?attach=/etc/passwd&amp;subject=Hi">Write</a>
  <a href="ftp://shop.example/list">The list</a> <a href="https://pic.example/"><img src="https://pic.example/x.png" alt="A picture"></a>`

test('what the links of an email lead to is shown beneath it, and copied and opened from there', async ({ app }) => {
  const { page } = app
  app.expectError(/Content Security Policy|Blocked script execution/)
  const access = await sandboxAccess(page)
  expect(await send(access, 'ada@shop.example', 'Our news', newsletter)).toBe(200)
  const frame = await openMail(page, 'Our news')
  const link = frame.getByText('The sale')
  await expect(link).toHaveAttribute('title', /^http:\/\/127\.0\.0\.1:\d+\/t\/c\//)
  await expect(link).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(frame.getByText('bank.example')).toHaveAttribute('title', /^http:\/\/127/)

  const summary = page.locator('summary', { hasText: '7 links in this email' })
  await summary.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Links in this email' })
  const item = (text: string) => list.getByRole('listitem').filter({ hasText: text })
  await expect(item('The sale')).toContainText('Tracked')
  await expect(item('The sale')).toContainText('Leads on to https://shop.example/sale')
  await expect(item('bank.example')).toContainText(
    'The text of this link names bank.example, but the link leads to evil.example.',
  )
  await expect(item('Up')).toContainText('Leads to a place in this email.')
  await expect(item('A picture')).toContainText('https://pic.example/')
  await expect(item('Here').getByRole('button', { name: /^Open/ })).toHaveCount(0)
  await expect(item('The list')).toContainText(
    'Mailroom opens only https and mailto links, and http links to this computer.',
  )
  expect(await violations(page, 'details')).toEqual([])

  await test.step('by keyboard alone', async () => {
    await page.keyboard.press('Tab')
    await expect(item('The sale').getByRole('button', { name: 'Copy the link “The sale”' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(item('The sale').getByRole('button', { name: /^Open the link “The sale”/ })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Open this link in the browser?' })
    await expect(dialog).toContainText(/http:\/\/127\.0\.0\.1:\d+\/t\/c\//)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(item('The sale').getByRole('button', { name: /^Open the link “The sale”/ })).toBeFocused()
  })
  await item('Write').getByRole('button', { name: /^Open/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Open this link in the mail program?' })
  await expect(dialog).toContainText('mailto:a@shop.example?subject=Hi')
  await expect(dialog).not.toContainText('attach')
})

test('Enter held down on a link opens its question, and nothing more', async ({ app }, info) => {
  test.skip(info.project.name === 'electron', 'The calls of Electron cannot be counted from here.')
  const { page } = app
  app.expectError(/Content Security Policy|Blocked script execution/)
  let opened = 0
  await page.route('**/rpc/app.openExternal', async (route) => {
    opened++
    await route.fulfill({ json: { ok: true, output: null } })
  })
  const access = await sandboxAccess(page)
  expect(await send(access, 'ada@shop.example', 'Our news', newsletter)).toBe(200)
  await openMail(page, 'Our news')
  await page.locator('summary', { hasText: '7 links in this email' }).press('Enter')
  const link = page.getByRole('button', { name: /^Open the link “The sale”/ })
  const dialog = page.getByRole('alertdialog', { name: 'Open this link in the browser?' })
  // To the browser, each press after the first is a repeat.
  const hold = async () => {
    for (let times = 0; times < 4; times++) await page.keyboard.down('Enter')
  }
  await link.focus()
  await hold()
  await expect(dialog.getByRole('button', { name: 'Open', exact: true })).toBeFocused()
  await hold()
  await page.keyboard.up('Enter')
  await expect(dialog).toBeVisible()
  expect(opened).toBe(0)
  // A press that begins in the dialog confirms it, and does not open it again.
  await hold()
  await expect(link).toBeFocused()
  await hold()
  await page.keyboard.up('Enter')
  await expect(dialog).toHaveCount(0)
  expect(opened).toBe(1)
})

test('an email that would hold the page up is shown only when it is asked for', async ({ app }) => {
  const { page } = app
  app.expectError(/Content Security Policy|Blocked script execution/)
  const access = await sandboxAccess(page)
  const bolds = Array.from({ length: 3000 }, (_, id) => `<p><b id="b${id}">`).join('')
  expect(await send(access, 'ada@shop.example', 'Nested', `${'<div>'.repeat(50_000)}Deep down`)).toBe(200)
  expect(await send(access, 'ada@shop.example', 'Bold', `${bolds}Never closed`)).toBe(200)
  expect(await send(access, 'ada@shop.example', 'A bit', `${'<div>'.repeat(300)}Deep down`)).toBe(200)
  await openMail(page, 'Nested')
  await expect(page.getByText('This email is nested unusually deep')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('row', { name: 'Bold' }).click()
  await expect(page.getByText('This email is unusually large')).toBeVisible()
  await page.getByRole('row', { name: 'A bit' }).click()
  await expect(page.getByText('This email is nested unusually deep')).toBeVisible()
  await page.getByRole('button', { name: 'Show anyway' }).press('Enter')
  await expect(page.frameLocator(`iframe[title="${frameTitle}"]`).getByText('Deep down')).toBeVisible()
  await page.getByRole('row', { name: 'Nested' }).click()
  await expect(page.getByText('This email is nested unusually deep')).toBeVisible()
})
