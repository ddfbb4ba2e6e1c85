import type { Ask } from '#test/support/ask-app.ts'
import { expect, test } from './fixtures.ts'
import { openShopHistory, weekIsRead } from './shop.ts'

/**
 * A test that begins in the messages of the account `Shop`, whose last week has been read. The keychain of Electron is out of
 * reach, so there the week is read by the forms.
 */
export const historyTest = test.extend({
  earlierRun: async ({ shopHistory }, use) => use((dataFolder) => shopHistory.copyTo(dataFolder)),
  app: async ({ app, shopService }, use) => {
    if (app.ask === null) await openShopHistory({ app, shopService })
    else {
      await firstSyncHasEnded(app.ask)
      await weekIsRead(app)
    }
    await use(app)
  },
})

/** The app syncs when it starts: rows that come later would move those that a test looks at. */
async function firstSyncHasEnded(ask: Ask): Promise<void> {
  const { currentId } = await ask('accounts.list')
  await expect.poll(async () => (await ask('sync.status', { accountId: currentId! })).lastEndedAt).not.toBeNull()
}
