import { expect, type AppUnderTest } from './fixtures.ts'

/** In the sandbox view: advances the clock by a week, and reads the history until its bounced message is there. */
export async function readAfterOneWeek({ pages }: AppUnderTest): Promise<void> {
  const { shell, sandbox, messages, sync } = pages
  await sandbox.clockTab.click()
  await sandbox.advanceWeek.click()
  await shell.messagesLink.click()
  // The view also syncs automatically, so either may come first.
  await expect(async () => {
    if (await sync.syncNow.isVisible()) await sync.syncNow.click()
    await expect(messages.grid.getByText('Hard bounced')).toBeVisible({ timeout: 3_000 })
  }).toPass()
}
