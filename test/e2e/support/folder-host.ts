import type { Page } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import { askApp, type Ask } from '#test/support/test-ports.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { MailroomPages } from '../pages/mailroom-pages.ts'
import { PageProblems } from './page-problems.ts'

/**
 * Mailroom in a browser, with a host that writes to a folder as the desktop app does. Its dialog chooses this folder.
 */
export type FolderHost = {
  readonly page: Page
  readonly pages: MailroomPages
  readonly ask: Ask
  readonly folder: string
}

export async function withFolderHost(
  page: Page,
  { dataFolder, secrets }: { readonly dataFolder: string; readonly secrets: SecretStore },
  use: (host: FolderHost) => Promise<void>,
): Promise<void> {
  const folder = join(dataFolder, 'Exports of the shop')
  await mkdir(folder)
  const problems = new PageProblems()
  problems.watch(page)
  const host = await startTestHost({
    dataFolder,
    secrets,
    ports: (ports) => ({
      ...ports,
      capabilities: { ...ports.capabilities, saveToDisk: true },
      files: { ...ports.files, chooseFolder: () => Promise.resolve(folder) },
    }),
  })
  try {
    await page.goto(host.newLink())
    await use({ page, pages: new MailroomPages(page), ask: askApp(host.app), folder })
  } finally {
    // The page is closed first: a broken event stream would log an error to its console.
    await page.goto('about:blank')
    await host.close()
  }
  if (problems.unexpected().length > 0)
    throw new Error(`The page reported errors:\n${problems.unexpected().join('\n')}`)
}
