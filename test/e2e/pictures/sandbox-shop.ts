import { refusedByMailFrame } from '../support/elsewhere.ts'
import { expect, type AppUnderTest } from '../support/fixtures.ts'

/** Opens the account of a shop, whose quarter of mail is the same every time but for its dates, once it is read. Returns its id. */
export async function openSandboxShop(app: AppUnderTest): Promise<string> {
  app.expectError(refusedByMailFrame)
  const ask = app.ask!
  const { id: accountId } = await ask('sandbox.explore', { scenario: 'demo' })
  await app.pages.overview.title.waitFor()
  const readAt = async () => (await ask('sync.status', { accountId })).lastEndedAt
  await expect.poll(readAt, { timeout: 90_000 }).not.toBeNull()
  return accountId
}
