import type { Page } from '@playwright/test'

/** Holds back the page's calls of one command until the returned function is called. Not possible in Electron. */
export async function holdCalls(page: Page, command: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/rpc/${command}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
