import { expect, type AppUnderTest } from './fixtures.ts'

/** In the view of the sandbox: a week passes, and the history is read until its bounced message is there. */
export async function readAfterOneWeek({ pages }: AppUnderTest): Promise<void> {
  const { shell, sandbox, messages, sync } = pages
  await sandbox.clockTab.click()
  await sandbox.advanceWeek.click()
  await shell.messagesLink.click()
  // The view also syncs without being asked, so either of the two may be first.
  await expect(async () => {
    if (await sync.syncNow.isVisible()) await sync.syncNow.click()
    await expect(messages.grid.getByText('Hard bounced')).toBeVisible({ timeout: 3_000 })
  }).toPass()
}
