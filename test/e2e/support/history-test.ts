import { test } from './fixtures.ts'
import { copiedWeekIsRead, openShopHistory } from './shop.ts'

/**
 * A test that begins in the messages of the account `Shop`, whose last week has been read. The keychain of Electron is out of
 * reach, so there the week is read by the forms.
 */
export const historyTest = test.extend({
  earlierRun: async ({ shopHistory }, use) => use((dataFolder) => shopHistory.copyTo(dataFolder)),
  app: async ({ app, shopService }, use) => {
    if (app.ask === null) await openShopHistory({ app, shopService })
    else await copiedWeekIsRead({ ask: app.ask, pages: app.pages })
    await use(app)
  },
})
