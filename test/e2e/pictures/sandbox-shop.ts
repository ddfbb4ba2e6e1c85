import { refusedByMailFrame } from '../support/elsewhere.ts'
import { expect, type AppUnderTest } from '../support/fixtures.ts'

/**
 * Opens the account of a shop and reads its quarter of mail, which differs between runs only in its dates. Returns
 * the account’s id.
 */
export async function openSandboxShop(app: AppUnderTest): Promise<string> {
  app.expectError(refusedByMailFrame)
  const ask = app.ask!
  const { id: accountId } = await ask('sandbox.explore', { scenario: 'demo' })
  await app.pages.overview.title.waitFor()
  const readAt = async () => (await ask('sync.status', { accountId })).lastEndedAt
  await expect.poll(readAt, { timeout: 90_000 }).not.toBeNull()
  return accountId
}
