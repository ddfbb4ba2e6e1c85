import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'
import { PageProblems } from '../../e2e/support/page-problems.ts'
import type { PageCommands } from './page-commands.ts'

type Commands = {
  [Name in keyof PageCommands]: BrowserCommand<Parameters<PageCommands[Name]>, Awaited<ReturnType<PageCommands[Name]>>>
}

/** By the page of Chromium, which shows the files of one worker in turn. */
const watched = new WeakMap<object, PageProblems>()

export const commands: Commands = {
  press: ({ page }, keys) => page.keyboard.press(keys),

  type: ({ page }, text) => page.keyboard.type(text),

  emulateMedia: ({ page }, media) =>
    page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null, ...media }),

  async chooseFiles({ page, iframe }, opener, keys, files) {
    const opened = page.waitForEvent('filechooser')
    await iframe.locator(opener).press(keys)
    const chooser = await opened
    await chooser.setFiles(files.map(({ text, ...file }) => ({ ...file, buffer: Buffer.from(text) })))
  },

  watchProblems({ page }) {
    const problems = watched.get(page) ?? new PageProblems()
    problems.clear()
    if (watched.has(page)) return
    problems.watch(page)
    watched.set(page, problems)
  },

  problems: ({ page }) => watched.get(page)?.unexpected() ?? [],
}
