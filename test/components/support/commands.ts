import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'
import { PageProblems } from '../../e2e/support/page-problems.ts'
import type { Core } from './core.ts'
import type { PageCommands } from './page-commands.ts'

type Commands = {
  [Name in keyof PageCommands]: BrowserCommand<Parameters<PageCommands[Name]>, Awaited<ReturnType<PageCommands[Name]>>>
}

/** Keyed by Chromium’s page, which runs the test files of one worker one after another. */
const watched = new WeakMap<object, PageProblems>()
const releases = new WeakMap<object, () => Promise<void>>()
const cores = new WeakMap<object, Core>()

function coreOf(page: object): Core {
  const core = cores.get(page)
  if (!core) throw new Error('The test has not opened Mailroom.')
  return core
}

export const commands: Commands = {
  press: ({ page }, keys) => page.keyboard.press(keys),

  type: ({ page }, text) => page.keyboard.type(text),

  insertText: ({ page }, text) => page.keyboard.insertText(text),

  emulateMedia: ({ page }, media) =>
    page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null, ...media }),

  async chooseFiles({ page, iframe }, opener, keys, files) {
    const opened = page.waitForEvent('filechooser')
    await iframe.locator(opener).press(keys)
    const chooser = await opened
    await chooser.setFiles(files.map(({ text, ...file }) => ({ ...file, buffer: Buffer.from(text) })))
  },

  async holdFiles({ page }, pattern) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const files = new RegExp(pattern)
    await page.route(files, (route) => promise.then(() => route.fallback()))
    releases.set(page, () => {
      resolve()
      return page.unroute(files)
    })
  },

  async failFiles({ page }, pattern) {
    const files = new RegExp(pattern)
    await page.route(files, (route) => route.abort())
    releases.set(page, () => page.unroute(files))
  },

  async releaseFiles({ page }) {
    await releases.get(page)?.()
    releases.delete(page)
  },

  watchProblems({ page }) {
    const problems = watched.get(page) ?? new PageProblems()
    problems.clear()
    if (watched.has(page)) return
    problems.watch(page)
    watched.set(page, problems)
  },

  problems: ({ page }) => watched.get(page)?.unexpected() ?? [],

  expectProblem({ page }, pattern) {
    watched.get(page)?.expected.push(new RegExp(pattern))
  },

  async openCore({ page }, options) {
    // Imported only when a test needs it: bundled with vitest.config.ts, it would slow down every run.
    const { Core } = (await import(new URL('core.ts', import.meta.url).href)) as typeof import('./core.ts')
    cores.set(page, await Core.open(options))
  },

  closeCore: ({ page }) => coreOf(page).close(),

  publishVersion: ({ page }, version) => coreOf(page).publishVersion(version),

  openedLinks: ({ page }) => coreOf(page).openedLinks,

  invoke: ({ page }, name, input) => coreOf(page).invoke(name, input),

  events: ({ page }) => coreOf(page).events(),

  upload: ({ page }, files) => coreOf(page).upload(files),

  savedHtml: ({ page }) => coreOf(page).savedHtml(),
}
