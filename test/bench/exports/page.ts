import type { Page } from '@playwright/test'
import { ExportsPage } from '../../e2e/pages/exports-page.ts'
import { figure, type Print } from '../support/figure.ts'
import { longestTask } from '../support/longest-task.ts'
import { withPage } from '../support/with-page.ts'

const longest = 50

/** The longest task of the page during an export of the whole archive, with the progress visible. */
export async function benchPage(print: Print, archive: string, n: number): Promise<void> {
  await withPage({ archive, view: '#/messages' }, async (page) => {
    // The first export compiles the code on both sides.
    const first = await readyToExport(page, 1)
    await first()
    const ours = await longestTask(page, await readyToExport(page, 2))
    print(figure({ bench: 'exports.page-longest-task', ours, peer: longest, unit: 'ms', n, peerName: 'the limit' }))
  })
}

/** Opens the form. Returns a function that presses its button and resolves when this many exports have ended. */
async function readyToExport(page: Page, ended: number): Promise<() => Promise<void>> {
  const exports = new ExportsPage(page)
  await page.evaluate(`location.hash = '#/messages'`)
  await exports.menu.click()
  await exports.allMatches.click()
  await exports.format('CSV').check()
  await exports.estimate.filter({ hasText: /\d message/ }).waitFor()
  return async () => {
    await exports.start.click()
    await exports
      .entry('Done')
      .nth(ended - 1)
      .waitFor({ timeout: 120_000 })
  }
}
