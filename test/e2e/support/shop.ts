import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { addAccount } from './accounts.ts'
import { expect, type AppUnderTest } from './fixtures.ts'

type Needs = {
  app: AppUnderTest
  shopService: Sandbox
}

/** Connects the account of a shop with a quarter of messages, none of which was read yet. */
export async function openShop({ app, shopService }: Needs): Promise<void> {
  await addAccount(app.pages, { name: 'Shop', service: shopService })
  await app.pages.overview.title.waitFor()
}

/** In the view of the messages: reads the last week, until the sync is over and its rows are there. */
export async function readLastWeek({ pages }: Pick<AppUnderTest, 'pages'>): Promise<void> {
  const { messages, sync } = pages
  await sync.lastSevenDays.check()
  await expect(sync.estimate).toBeVisible()
  await sync.readHistory.press('Enter')
  await expect(messages.search).toBeFocused()
  await weekIsRead({ pages })
}

/** In the view of the messages: waits until the sync is over and the rows of the week are there. */
export async function weekIsRead({ pages: { messages, sync } }: Pick<AppUnderTest, 'pages'>): Promise<void> {
  await expect(sync.syncNow).toBeEnabled({ timeout: 45_000 })
  await expect(messages.rows.nth(3)).toBeVisible()
}

/** Connects the account of a shop, reads its last week and leaves the view of the messages open. */
export async function openShopHistory(needs: Needs): Promise<void> {
  await openShop(needs)
  await needs.app.pages.shell.messagesLink.click()
  await readLastWeek(needs.app)
}
