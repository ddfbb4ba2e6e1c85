import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { bootMain, type BootedMain } from '#test/electron/boot.ts'
import { isLateQuestion } from '#test/electron/stand-in/base/late-question.ts'
import type { Ask } from '#test/support/test-ports.ts'
import type { HostStart, OpenApp } from '../open-app.ts'
import { showWindow } from './show-window.ts'

/**
 * The desktop app without Electron’s program: the built page with the built preload in a browser, behind an emulated
 * bridge, and the built main bundle with the stand-in for Electron in a separate process.
 */
export async function openInDesktop(page: Page, { dataFolder, flags }: HostStart): Promise<OpenApp> {
  const main = await bootMain({ dataFolder, flags: ['--secrets', 'memory', ...flags], messageAnswer: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-desktop-'))
  const windows = new ShownWindows(main, folder)
  await windows.showNew(page)
  return {
    page,
    ask: main.invoke as Ask,
    log: () => main.said(),
    openWindow: (press) => windows.opened(press),
    closeWindow: (other) => windows.close(other),
    async quitAndStay() {
      const asked = async () => (await main.electron.dialogs()).filter((dialog) => !isLateQuestion(dialog)).length
      const before = await asked()
      await main.electron.answerNext(0)
      await main.electron.quit()
      // Even without a question, the page continues for a moment while the app closes.
      await expect.poll(asked).toBe(before + 1)
      await expect(page.locator('html')).not.toHaveAttribute('inert')
    },
    async stop() {
      await main.close()
      await windows.closeAll()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The windows opened by the main process, each with a page in the browser. */
class ShownWindows {
  readonly #main: BootedMain
  readonly #folder: string
  readonly #pages = new Map<number, Page>()
  #waiting: ((page: Page) => void)[] = []

  constructor(main: BootedMain, folder: string) {
    this.#main = main
    this.#folder = folder
  }

  /** Shows the newest window of the main process in this page. */
  async showNew(page: Page): Promise<void> {
    const window = (await this.#main.electron.windows()).find(({ id, url }) => url !== null && !this.#pages.has(id))
    if (window?.url == null) throw new Error('Mailroom opened no window.')
    const { id, url } = window
    this.#pages.set(id, page)
    const onopen = (asked: string) => this.#open(page.context(), asked)
    await showWindow(page, this.#main, { id, url, folder: this.#folder, onopen })
  }

  async opened(press: () => Promise<void>): Promise<Page> {
    const { promise, resolve } = Promise.withResolvers<Page>()
    this.#waiting.push(resolve)
    await press()
    return promise
  }

  /** The user closes one of several windows. */
  async close(page: Page): Promise<void> {
    const [id] = [...this.#pages].find(([, known]) => known === page) ?? []
    await this.#main.electron.closeWindow(id)
    await expect.poll(async () => (await this.#main.electron.windows()).some((window) => window.id === id)).toBe(false)
    await page.close()
  }

  async closeAll(): Promise<void> {
    for (const page of this.#pages.values()) await page.close()
  }

  async #open(browser: BrowserContext, url: string): Promise<void> {
    await this.#main.electron.openWindow(url)
    const isLoaded = async () => (await this.#main.electron.windows()).every((window) => window.url !== null)
    await expect.poll(isLoaded).toBe(true)
    const page = await browser.newPage()
    await this.showNew(page)
    this.#waiting.shift()?.(page)
  }
}
