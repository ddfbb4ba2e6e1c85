import { test as base, type Page, type TestInfo } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDataFolder } from '#test/support/data-folder.ts'
import { openInBrowser, openInElectron } from './open-app.ts'

export type AppUnderTest = {
  /** Another one after a restart in Electron. */
  readonly page: Page
  readonly dataFolder: string
  /** Ends the host and starts it again on the same data, then opens the page anew; keys kept in memory are gone. */
  restart(): Promise<void>
  /** A failure that the test is about: what matches is not held against the page. */
  expectError(pattern: RegExp): void
}

export type AppOptions = {
  /** What an earlier run left in the data folder: content by file name. */
  dataFiles: Readonly<Record<string, string>>
  hostFlags: readonly string[]
}

/**
 * `app`: Mailroom on a data folder of the test's own, its page open and signed in. The test fails on every error that
 * the page throws or writes into its console.
 */
export const test = base.extend<AppOptions & { app: AppUnderTest }>({
  dataFiles: [{}, { option: true }],
  hostFlags: [[], { option: true }],

  // In Electron the window is the app's own, and the page that Playwright opens in its browser stays empty.
  app: async ({ page, dataFiles, hostFlags }, use, info) => {
    const folder = await createDataFolder()
    for (const [name, content] of Object.entries(dataFiles)) await writeFile(join(folder.path, name), content)
    const flags = ['--secrets', 'memory', ...hostFlags]
    const problems = new PageProblems()
    const open = async () => {
      if (info.project.name !== 'electron') return openInBrowser(page, folder.path, flags)
      const opened = await openInElectron(folder.path, flags)
      problems.watch(opened.page)
      return opened
    }
    if (info.project.name !== 'electron') problems.watch(page)
    let current = await open()
    await use({
      get page() {
        return current.page
      },
      dataFolder: folder.path,
      expectError: (pattern) => problems.expected.push(pattern),
      async restart() {
        await current.stop()
        current = await open()
      },
    })
    const code = await current.stop()
    await keepTraces(info, folder.path, current.log(), problems.console)
    await folder.remove()
    if (code !== 0) throw new Error(`The host ended with code ${code}:\n${current.log()}`)
    const unexpected = problems.unexpected()
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`)
  },
})

export { expect } from '@playwright/test'

class PageProblems {
  readonly console: string[] = []
  readonly expected: RegExp[] = []
  readonly #errors: string[] = []

  watch(page: Page): void {
    page.on('pageerror', (error) => this.#errors.push(error.stack ?? error.message))
    page.on('console', (message) => {
      this.console.push(`${message.type()}: ${message.text()}`)
      if (message.type() === 'error') this.#errors.push(`${message.text()} (${message.location().url})`)
    })
  }

  unexpected(): string[] {
    return this.#errors.filter((error) => !this.expected.some((pattern) => pattern.test(error)))
  }
}

/** Beside Playwright's own trace and picture: what the host and the page said. */
async function keepTraces(info: TestInfo, dataFolder: string, stderr: string, console: string[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  const log = await readFile(join(dataFolder, 'logs', 'mailroom.log'), 'utf8').catch(() => '')
  await info.attach('host-stderr.txt', { body: stderr, contentType: 'text/plain' })
  await info.attach('mailroom.log', { body: log, contentType: 'text/plain' })
  await info.attach('page-console.txt', { body: console.join('\n'), contentType: 'text/plain' })
}
