import type { Page } from '@playwright/test'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { launchElectron } from './electron-launch.ts'

/** Mailroom in one host, on a data folder that outlives it. */
export type OpenApp = {
  readonly page: Page
  /** What the host wrote to the terminal. */
  log(): string
  /** Returns the exit code. */
  stop(): Promise<number | null>
}

export async function openInBrowser(page: Page, dataFolder: string, flags: readonly string[]): Promise<OpenApp> {
  const host = await spawnBrowserHost({ dataFolder, flags })
  await page.goto(host.link)
  return {
    page,
    log: host.log,
    async stop() {
      // The page leaves first: a stream that breaks would be an error in its console.
      await page.goto('about:blank')
      return host.stop()
    },
  }
}

export async function openInElectron(dataFolder: string, flags: readonly string[]): Promise<OpenApp> {
  const app = await launchElectron({ dataFolder, flags })
  let log = ''
  const child = app.process()
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  return {
    page: await app.firstWindow(),
    log: () => log,
    async stop() {
      await app.close()
      return child.exitCode
    },
  }
}
