import { expect, type Page } from '@playwright/test'

/** The system’s actions on the desktop app, and what the app shows in the system. */
type System = {
  /** The user opens a link in another program. Not possible in Electron itself. */
  openLink?(link: string): Promise<unknown>
  /** The texts of all notifications so far. */
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

/** Waits until the user sees this text: in a system notification, or in the page if the host has none. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const system = systems.get(page)
  const isTold = async () =>
    (await page.getByText(text).isVisible()) || ((await system?.notifications())?.includes(text) ?? false)
  await expect.poll(isTold, text).toBe(true)
}
