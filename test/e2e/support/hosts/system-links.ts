import type { Page } from '@playwright/test'

/** What the system does to the desktop app behind a page. */
type System = {
  /** The user opens a link in another program. */
  openLink(link: string): Promise<unknown>
}

const systems = new WeakMap<Page, System>()

export function setSystem(page: Page, system: System): void {
  systems.set(page, system)
}

export async function openSystemLink(page: Page, link: string): Promise<void> {
  const system = systems.get(page)
  if (!system) throw new Error('Only the emulated desktop app is given links.')
  await system.openLink(link)
}
