import { test as base, type Page, type TestInfo } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { Ask } from '#test/support/test-ports.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { MailroomPages } from '../pages/mailroom-pages.ts'
import { openInDesktop } from './hosts/desktop/open-desktop.ts'
import { giveKeys, openInBrowser, openInElectron, openSpawned } from './hosts/open-app.ts'
import { PageProblems } from './page-problems.ts'
import { connectProgram, type SandboxProgram } from './sandbox-program.ts'
import { createService, demoShop, type StartService } from './service.ts'
import { ShopHistory } from './shop-history.ts'

export type AppUnderTest = {
  /** The desktop app opens a new page after a restart, so a test must not keep the old `page` and `pages`. */
  readonly page: Page
  readonly pages: MailroomPages
  readonly dataFolder: string
  /** `desktop` is the built app without Electron's program. */
  readonly host: 'browser' | 'desktop' | 'electron'
  /** Sends a command to the app directly; null if only the page can. */
  readonly ask: Ask | null
  /** Restarts the host with the same data and opens its page. Keys in memory are lost. */
  restart(): Promise<void>
  /** In the desktop app: quits, and chooses Stay when asked. */
  quitAndStay(): Promise<void>
  /** Returns the page of the window (in a browser, the tab) that a press opens. */
  openWindow(press: () => Promise<void>): Promise<{ readonly page: Page; readonly pages: MailroomPages }>
  closeWindow(page: Page): Promise<void>
  /** Allows the errors that the test provokes: those that match do not fail it. */
  expectError(pattern: RegExp): void
}

export type AppOptions = {
  /** Files of an earlier run in the data folder: content by name. */
  dataFiles: Readonly<Record<string, string>>
  hostFlags: readonly string[]
  /** In the browser, runs the host as a separate program, for tests of that program. */
  spawned: boolean
}

type Fixtures = {
  /** Fills the data folder as an earlier run would have, and returns the keychain that the app starts with. */
  earlierRun: ((dataFolder: string) => Promise<SecretStore>) | null
  /**
   * Mailroom on a separate data folder, with its page open and signed in. The test fails on every error that the page
   * throws or logs to its console.
   */
  app: AppUnderTest
  startService: StartService
  /** A program that calls the app’s sandbox. */
  program: SandboxProgram
}

type WorkerFixtures = {
  /** The service of a shop with a quarter of messages. Tests share it, so they must only read from it. */
  shopService: Sandbox
  /** The last week of that shop. Each test has a copy. */
  shopHistory: ShopHistory
}

export const test = base.extend<AppOptions & Fixtures, WorkerFixtures>({
  dataFiles: [{}, { option: true }],
  hostFlags: [[], { option: true }],
  spawned: [false, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needs of a fixture from a pattern.
  earlierRun: async ({}, use) => use(null),

  // In Electron, the window belongs to the app, and the page that Playwright opens in its browser stays empty.
  app: async ({ page, dataFiles, hostFlags, spawned, earlierRun }, use, info) => {
    const folder = await createDataFolder()
    const secrets = await earlierRun?.(folder.path)
    for (const [name, content] of Object.entries(dataFiles)) {
      const path = join(folder.path, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    }
    const start = { dataFolder: folder.path, flags: hostFlags }
    const problems = new PageProblems()
    // After a restart, the first page is closed together with its app.
    const emptyPage = () => (page.isClosed() ? page.context().newPage() : page)
    const open = async (secrets?: SecretStore) => {
      if (info.project.name === 'browser')
        return spawned ? openSpawned(page, start) : openInBrowser(page, { ...start, secrets })
      const opened = await (info.project.name === 'electron'
        ? openInElectron(start)
        : openInDesktop(await emptyPage(), start))
      if (opened.ask && secrets) await giveKeys(opened.ask, secrets)
      problems.watch(opened.page)
      return opened
    }
    if (info.project.name === 'browser') problems.watch(page)
    let current = await open(secrets)
    let pages = new MailroomPages(current.page)
    await use({
      get page() {
        return current.page
      },
      get pages() {
        return pages
      },
      dataFolder: folder.path,
      host: info.project.name as AppUnderTest['host'],
      get ask() {
        return current.ask
      },
      expectError: (pattern) => problems.expected.push(pattern),
      async quitAndStay() {
        if (!current.quitAndStay) throw new Error('Only the desktop app can be quit from here.')
        await current.quitAndStay()
      },
      async openWindow(press) {
        const opened = await current.openWindow(press)
        problems.watch(opened)
        return { page: opened, pages: new MailroomPages(opened) }
      },
      closeWindow: (opened) => current.closeWindow(opened),
      async restart() {
        await current.stop()
        current = await open()
        pages = new MailroomPages(current.page)
      },
    })
    const [stopped] = await Promise.allSettled([current.stop()])
    await keepTraces(info, folder.path, current.log(), problems.console)
    await folder.remove()
    if (stopped.status === 'rejected') throw stopped.reason
    const unexpected = problems.unexpected()
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`)
  },

  // Depends on the app, so that the services close before its host does.
  startService: async ({ app: _app }, use) => {
    const services: Sandbox[] = []
    await use(async (options) => {
      const service = await createService(options)
      services.push(service)
      return service
    })
    for (const service of services) await service.close()
  },

  shopService: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the needs of a fixture from a pattern.
    async ({}, use) => {
      const service = await createService(demoShop)
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],

  shopHistory: [
    async ({ shopService }, use) => {
      const history = await ShopHistory.read(shopService)
      await use(history)
      await history.remove()
    },
    { scope: 'worker' },
  ],

  program: async ({ app }, use) => use(await connectProgram(app.pages.sandbox)),
})

export { expect } from '@playwright/test'

/** Marks a test of behaviour that only a page in a browser has, or that no emulation of Electron can show. */
export const inBrowserOnly = (why: string) => ({ tag: '@browser', annotation: { type: 'why', description: why } })

/**
 * Marks a test that replaces or holds back the page’s calls, or uses the system’s dialogs, which is impossible in
 * Electron itself.
 */
export const notInElectron = (why: string) => ({ tag: '@emulated', annotation: { type: 'why', description: why } })

/** Attaches the logs of the host and the page to a failed test, in addition to Playwright’s trace and screenshot. */
async function keepTraces(info: TestInfo, dataFolder: string, stderr: string, console: string[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  const log = await readFile(join(dataFolder, 'logs', 'mailroom.log'), 'utf8').catch(() => '')
  await info.attach('host-stderr.txt', { body: stderr, contentType: 'text/plain' })
  await info.attach('mailroom.log', { body: log, contentType: 'text/plain' })
  await info.attach('page-console.txt', { body: console.join('\n'), contentType: 'text/plain' })
}
