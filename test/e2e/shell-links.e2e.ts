import type { Page } from '@playwright/test'
import { newAccount } from './support/accounts.ts'
import { expect, notInElectron, test } from './support/fixtures.ts'
import { openSystemLink } from './support/hosts/system.ts'
import { readAfterOneWeek } from './support/passed-week.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

const notFromOutside = notInElectron('The system itself would have to open the links.')

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The visible toast: its text for screen readers is in a separate element. */
const said = (page: Page, text: string | RegExp) => page.getByRole('paragraph').filter({ hasText: text })

// Nothing listens there.
const nowhere = { url: 'http://127.0.0.1:9/v1', credentials: { user: 'ada', key: 'key-of-nobody-0001' } }

test(
  'a link in a ticket opens a message, a search or a recipient, in its account',
  notFromOutside,
  async ({ app, program }) => {
    const { page } = app
    const { messages, detail, recipients, shell } = app.pages
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    expect(await program.send({ to: 'bounce@shop.example', subject: 'Your order' })).toBe(200)
    expect(await program.send({ to: 'ada@shop.example', subject: 'Our news' })).toBe(200)
    await readAfterOneWeek(app)
    const links: Record<string, string> = {}

    await test.step('each link can be copied where its target is shown', async () => {
      await messages.row(/Our news/).click()
      await detail.copyLink.click()
      links['message'] = await copied(page)
      expect(links['message']).toMatch(/^mailroom:\/\/message\/[^?]+\?recipient=ada%40shop\.example&account=Sandbox/)
      await messages.searchFor('subject:order')
      await messages.views.click()
      await messages.menuItem('Copy link to this search').click()
      links['search'] = await copied(page)
      expect(links['search']).toMatch(/^mailroom:\/\/search\?q=subject%3Aorder&account=Sandbox/)
      await recipients.lookUp('bounce@shop.example')
      await recipients.copyLink.click()
      links['recipient'] = await copied(page)
      expect(links['recipient']).toMatch(/^mailroom:\/\/recipient\/bounce%40shop\.example\?account=Sandbox/)
    })

    await test.step('with another account open, each link opens its own', async () => {
      await app.ask?.('accounts.create', newAccount({ name: 'Shop', service: nowhere }))
      await expect(shell.accountButton('Shop')).toBeVisible()
      await openSystemLink(page, links['message']!)
      await expect(detail.subject('Our news')).toBeVisible()
      await expect(shell.accountButton('Sandbox')).toBeVisible()
      await openSystemLink(page, links['search']!)
      await expect(messages.search).toHaveValue('subject:order')
      await expect(messages.row(/Your order/)).toBeVisible()
      await expect(messages.row(/Our news/)).toHaveCount(0)
      await openSystemLink(page, links['recipient']!)
      await expect(recipients.heading('bounce@shop.example')).toBeVisible()
      // Without an account, the link uses the current one; the message is also found without its recipient.
      await openSystemLink(page, links['message']!.replace(/\?.*/, ''))
      await expect(detail.subject('Our news')).toBeVisible()
    })

    await test.step('a link without a target says so and changes nothing', async () => {
      const { hash } = new URL(page.url())
      await openSystemLink(page, 'mailroom://settings?theme=dark')
      await expect(
        said(page, 'This link doesn’t open anything in Mailroom: mailroom://settings?theme=dark'),
      ).toBeVisible()
      await openSystemLink(page, 'mailroom://search?q=bounced&account=Elsewhere')
      await expect(
        said(
          page,
          'This link is for the account “Elsewhere”, which is not in this Mailroom. Add it, then open the link again.',
        ),
      ).toBeVisible()
      expect(new URL(page.url()).hash).toBe(hash)
    })
  },
)

test('a link asks before it closes a form', notFromOutside, async ({ app }) => {
  const { page } = app
  const { accountForm, messages, sandbox, shell } = app.pages
  await sandbox.connectTitle.waitFor()
  await shell.open('accounts/new')
  await accountForm.name.fill('Half of a na')
  await openSystemLink(page, 'mailroom://search?q=bounced')
  await expect(said(page, /^If you open the link, this form closes/)).toBeVisible()
  await expect(accountForm.name).toHaveValue('Half of a na')
  await page.getByRole('button', { name: 'Open link' }).click()
  await expect(messages.search).toHaveValue('bounced')
})

test('a pasted link can be opened from the palette', notFromOutside, async ({ app }) => {
  await app.pages.sandbox.connectTitle.waitFor()
  await app.pages.palette.run('mailroom://recipient/ada%40shop.example', /Open link/)
  await expect(app.pages.recipients.heading('ada@shop.example')).toBeVisible()
})
