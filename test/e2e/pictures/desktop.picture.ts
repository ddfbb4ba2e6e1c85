import type { UpdateState } from '#shared/contract/updates.ts'
import { expect, test, type AppUnderTest } from '../support/fixtures.ts'
import { decideCalls } from '../support/hosts/page-calls.ts'
import { print } from './print.ts'
import { openSandboxShop } from './sandbox-shop.ts'

/** This repository has no address for update notices, so the test sets the page’s state. */
async function publishVersion({ page }: AppUnderTest, { isDismissed }: { isDismissed: boolean }): Promise<void> {
  const state: UpdateState = {
    isOffered: true,
    askedAt: Date.now() - 2 * 60 * 60 * 1000,
    hasFailed: false,
    newest: {
      version: '0.2.0',
      date: new Date().toISOString().slice(0, 10),
      notes: [
        'Search finds a message by the name of an attachment.',
        'Exports to Excel are written in half the time.',
        'The sidebar keeps its width between starts.',
      ],
      link: 'https://mailroom.example/releases/0.2.0',
    },
    isDismissed,
  }
  await decideCalls(page, 'updates.get', () => ({ ok: true, output: state }))
  await page.reload()
}

test.beforeEach(async ({ app }) => void (await openSandboxShop(app)))

test('about', async ({ app }) => {
  const { about, shell } = app.pages
  await publishVersion(app, { isDismissed: true })
  await shell.open('about')
  await expect(about.newest('0.2.0')).toBeVisible()
  await expect(about.licences.first()).toBeVisible()
  await print(app, 'about')
})

test('new-version', async ({ app }) => {
  const { about, histogram, messages, shell } = app.pages
  await publishVersion(app, { isDismissed: false })
  await shell.open('messages')
  await expect(messages.rows.nth(4)).toBeVisible()
  await expect(histogram.chart).toBeVisible()
  await expect(about.newVersionLine('0.2.0')).toBeVisible()
  await print(app, 'new-version', 360)
})
