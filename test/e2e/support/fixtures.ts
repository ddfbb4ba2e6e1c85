import { test as base, type Page, type TestInfo } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'

export type AppUnderTest = {
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

  app: async ({ page, dataFiles, hostFlags }, use, info) => {
    const folder = await createDataFolder()
    for (const [name, content] of Object.entries(dataFiles)) await writeFile(join(folder.path, name), content)
    const open = async () => {
      const started = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory', ...hostFlags] })
      await page.goto(started.link)
      return started
    }
    const problems = watch(page)
    let host = await open()
    await use({
      page,
      dataFolder: folder.path,
      expectError: (pattern) => problems.expected.push(pattern),
      async restart() {
        await page.goto('about:blank')
        await host.stop()
        host = await open()
      },
    })
    // The page goes first: a stream that breaks under it is an error in its console.
    await page.goto('about:blank')
    const code = await host.stop()
    await keepTraces(info, folder.path, host.log(), problems.console)
    await folder.remove()
    if (code !== 0) throw new Error(`The host ended with code ${code}:\n${host.log()}`)
    const unexpected = problems.errors.filter((error) => !problems.expected.some((pattern) => pattern.test(error)))
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`)
  },
})

export { expect } from '@playwright/test'

function watch(page: Page) {
  const errors: string[] = []
  const console: string[] = []
  const expected: RegExp[] = []
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    console.push(`${message.type()}: ${message.text()}`)
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return { errors, console, expected }
}

/** Beside Playwright's own trace and picture: what the host and the page said. */
async function keepTraces(info: TestInfo, dataFolder: string, stderr: string, console: string[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  const log = await readFile(join(dataFolder, 'logs', 'mailroom.log'), 'utf8').catch(() => '')
  await info.attach('host-stderr.txt', { body: stderr, contentType: 'text/plain' })
  await info.attach('mailroom.log', { body: log, contentType: 'text/plain' })
  await info.attach('page-console.txt', { body: console.join('\n'), contentType: 'text/plain' })
}
