import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { Ask } from '#test/support/test-ports.ts'
import type { MailroomPages } from '../pages/mailroom-pages.ts'
import { openAccount } from './accounts.ts'
import { expect, test, type AppUnderTest } from './fixtures.ts'

type Needs = {
  app: AppUnderTest
  shopService: Sandbox
}

/** Adds an account of a shop with a quarter of messages, none of which has been read yet. */
export async function openShop({ app, shopService }: Needs): Promise<void> {
  await openAccount(app, { name: 'Shop', service: shopService })
}

/** In Messages: reads the last week, and waits until the sync has ended and its rows are shown. */
export async function readLastWeek({ pages }: Pick<AppUnderTest, 'pages'>): Promise<void> {
  const { messages, sync } = pages
  await sync.lastSevenDays.check()
  await expect(sync.estimate).toBeVisible()
  await sync.readHistory.press('Enter')
  await expect(messages.search).toBeFocused()
  await weekIsRead({ pages })
}

/**
 * The same for a copy of a week that was read before. The app syncs when it starts, and late rows would move those
 * that a test uses.
 */
export async function copiedWeekIsRead({ ask, pages }: { ask: Ask; pages: MailroomPages }): Promise<void> {
  const { currentId } = await ask('accounts.list')
  await expect.poll(async () => (await ask('sync.status', { accountId: currentId! })).lastEndedAt).not.toBeNull()
  await weekIsRead({ pages })
}

/** In Messages: waits until the sync has ended and the week’s rows are shown. */
async function weekIsRead({ pages: { messages, sync } }: Pick<AppUnderTest, 'pages'>): Promise<void> {
  await expect(sync.syncNow).toBeEnabled({ timeout: 45_000 })
  await expect(messages.rows.nth(3)).toBeVisible()
}

/** Adds the shop’s account, reads its last week and leaves Messages open. */
export async function openShopHistory(needs: Needs): Promise<void> {
  await openShop(needs)
  await needs.app.pages.shell.messagesLink.click()
  await readLastWeek(needs.app)
}

/**
 * A test that begins in Messages of the account `Shop`, whose last week has been read. If commands can only be sent
 * by the page, the week is read with the forms.
 */
export const historyTest = test.extend({
  earlierRun: async ({ shopHistory }, use) => use((dataFolder) => shopHistory.copyTo(dataFolder)),
  app: async ({ app, shopService }, use) => {
    if (app.ask === null) await openShopHistory({ app, shopService })
    else await copiedWeekIsRead({ ask: app.ask, pages: app.pages })
    await use(app)
  },
})
