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
  /** The desktop app opens another page after a restart, so a test that restarts asks for `page` and `pages` again. */
  readonly page: Page
  readonly pages: MailroomPages
  readonly dataFolder: string
  /** `desktop` is the built app without Electron's program. */
  readonly host: 'browser' | 'desktop' | 'electron'
  /** Gives a command to the app behind the page; null where only its page can. */
  readonly ask: Ask | null
  /** Stops the host, starts it again on the same data and opens its page. Keys that were kept in memory are lost. */
  restart(): Promise<void>
  /** In the desktop app: quits, and chooses to stay when asked. */
  quitAndStay(): Promise<void>
  /** Returns what is in the window, or in a browser the tab, that a press opens. */
  openWindow(press: () => Promise<void>): Promise<{ readonly page: Page; readonly pages: MailroomPages }>
  closeWindow(page: Page): Promise<void>
  /** Allows the errors that the test is about: what matches does not fail the test. */
  expectError(pattern: RegExp): void
}

export type AppOptions = {
  /** What an earlier run left in the data folder: content by file name. */
  dataFiles: Readonly<Record<string, string>>
  hostFlags: readonly string[]
  /** In the browser, the host is the program that a user starts: for tests of that program. */
  spawned: boolean
}

type Fixtures = {
  /** Fills the data folder as an earlier run would have, and returns the keychain that the app first starts with. */
  earlierRun: ((dataFolder: string) => Promise<SecretStore>) | null
  /**
   * Mailroom on a data folder of the test's own, with its page open and signed in. The test fails on every error that
   * the page throws or writes to its console.
   */
  app: AppUnderTest
  startService: StartService
  /** A program that talks to the sandbox of the app, which the app shows. */
  program: SandboxProgram
}

type WorkerFixtures = {
  /** The service of a shop with a quarter of messages. Tests share it, so they only read from it. */
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

  // In Electron the window is the app's own, and the page that Playwright opens in its browser stays empty.
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
    // A restart has closed the first one with its app.
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

  // Needs the app, so that the services close before its host does.
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

/** A test of what only a page in a browser does, or what no emulation of Electron can show. */
export const inBrowserOnly = (why: string) => ({ tag: '@browser', annotation: { type: 'why', description: why } })

/** A test that answers or holds the page’s calls, or chooses in dialogs of the system: Electron itself does not let it. */
export const notInElectron = (why: string) => ({ tag: '@emulated', annotation: { type: 'why', description: why } })

/** Attaches what the host and the page wrote to a failed test, beside Playwright's own trace and screenshot. */
async function keepTraces(info: TestInfo, dataFolder: string, stderr: string, console: string[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  const log = await readFile(join(dataFolder, 'logs', 'mailroom.log'), 'utf8').catch(() => '')
  await info.attach('host-stderr.txt', { body: stderr, contentType: 'text/plain' })
  await info.attach('mailroom.log', { body: log, contentType: 'text/plain' })
  await info.attach('page-console.txt', { body: console.join('\n'), contentType: 'text/plain' })
}
