import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { chromiumOptions } from '#test/support/page/launch-options.ts'
import { useArchive } from './use-archive.ts'

type Options = {
  readonly archive: string
  /** The view in which Mailroom opens. */
  readonly view: string
  /** Code that runs in each page before the page’s own scripts. */
  readonly probes?: string
}

/** Opens Mailroom in Chromium with an archive, and ends both after the work. */
export async function withPage(
  { archive, view, probes }: Options,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = await createDataFolder()
  await useArchive(folder.path, archive, view)
  const host = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory'] })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    if (probes !== undefined) await context.addInitScript({ path: probes })
    const page = await context.newPage()
    await page.goto(host.link)
    await work(page, context)
  } finally {
    await browser.close()
    await host.stop()
    await folder.remove()
  }
}
