import { expect, type Page } from '@playwright/test'

/** What the system does to the desktop app behind a page, and what the app shows in it. */
type System = {
  /** The user opens a link in another program. Not in Electron itself. */
  openLink?(link: string): Promise<unknown>
  /** Every notification until now, as one text each. */
  notifications(): Promise<readonly string[]>
}

const systems = new WeakMap<Page, System>()

export function setSystem(page: Page, system: System): void {
  systems.set(page, system)
}

export async function openSystemLink(page: Page, link: string): Promise<void> {
  const system = systems.get(page)
  if (!system?.openLink) throw new Error('Only the emulated desktop app is given links.')
  await system.openLink(link)
}

/** Waits until the user is told this: by a notification of the system, or in the page where there are none. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const system = systems.get(page)
  const isTold = async () =>
    (await page.getByText(text).isVisible()) || ((await system?.notifications())?.includes(text) ?? false)
  await expect.poll(isTold, text).toBe(true)
}
