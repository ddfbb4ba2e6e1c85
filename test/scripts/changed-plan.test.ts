import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

type Changed = { vitest: string[]; e2e: string[] }
type Known = { folders: string[]; nouns: string[]; specs: string[] }

const source = new URL('../../scripts/support/changed-plan.mjs', import.meta.url).href
const { planChanged } = (await import(source)) as { planChanged(paths: string[], known: Known): Changed }

const root = join(import.meta.dirname, '../..')
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const known = {
  folders: [...foldersIn('test'), ...foldersIn('test/core').map((name) => `core/${name}`)],
  nouns: foldersIn('src/core'),
  specs: readdirSync(join(root, 'test/e2e')).flatMap((name) => /^(.+)\.e2e\.ts$/.exec(name)?.[1] ?? []),
}
const changed = (...paths: string[]): Changed => planChanged(paths, known)

it.each([
  ['src/core/webhooks/webhooks.ts'],
  ['src/renderer/src/features/webhooks/WebhookTable.svelte'],
  ['src/renderer/src/views/WebhooksView.svelte'],
  ['src/shared/domain/webhooks/webhook.ts'],
  ['src/shared/contract/webhooks.ts'],
])('%s selects the noun’s tests that start a host', (path) => {
  const { vitest, e2e } = changed(path)
  expect(vitest).toContain('test/core/webhooks/')
  expect(e2e).toContain('webhooks')
})

it('finds the tests that a change of the contract, of a host, and of a test may break', () => {
  expect(changed('src/shared/contract/schedules.ts').vitest).toEqual(['test/contract/', 'test/core/schedules/'])
  expect(changed('src/cli/send/send.ts').vitest).toEqual(['test/cli/'])
  expect(changed('src/main/ipc/ipc.ts')).toEqual({ vitest: ['test/electron/'], e2e: [] })
  expect(changed('test/core/sync/kill.test.ts').vitest).toEqual(['test/core/sync/'])
  expect(changed('test/e2e/users.e2e.ts').e2e).toEqual(['users'])
  expect(changed('src/core/statistics/statistics.ts').e2e).toContain('dashboard-places')
})

it('finds tests for every noun', () => {
  const without = known.nouns.filter((noun) => {
    const { vitest, e2e } = changed(`src/core/${noun}/a-file.ts`)
    return vitest.length + e2e.length === 0
  })
  // The tests of every host use the keychain.
  expect(without).toEqual(['keychain'])
})

it.each([
  ['src/renderer/src/views/ComposeView.svelte', 'compose-send'],
  ['src/renderer/src/views/DashboardView.svelte', 'dashboard-places'],
  ['src/renderer/src/features/query/SearchField.svelte', 'messages'],
  ['src/renderer/src/features/markup/edits.ts', 'compose-body'],
  ['src/renderer/src/features/mail/MailLinks.svelte', 'messages-preview'],
  ['src/renderer/src/features/lists/ListPage.svelte', 'domains'],
  ['src/shared/domain/query/parse.ts', 'messages'],
  ['src/core/bodies/bodies.ts', 'compose-send'],
  ['test/e2e/pages/compose/composer.ts', 'compose-drafts'],
  ['test/e2e/pages/accounts/keys-page.ts', 'keys'],
  ['test/e2e/pages/messages-page.ts', 'messages-keyboard'],
  ['test/e2e/pages/message-body.ts', 'compose-body'],
  ['test/e2e/pages/accounts/overview-page.ts', 'start'],
  ['resources/data/country-map.json', 'dashboard-places'],
  ['resources/data/mailbox-providers.json', 'dashboard-providers'],
  ['resources/data/css-support.json', 'compose-preview'],
])('%s selects the test %s', (path, spec) => {
  expect(changed(path).e2e).toContain(spec)
})

it('finds a test for every feature of the page and every view', () => {
  const features = foldersIn('src/renderer/src/features').map((name) => `src/renderer/src/features/${name}/A.svelte`)
  const views = readdirSync(join(root, 'src/renderer/src/views')).map((name) => `src/renderer/src/views/${name}`)
  const forAll = changed('src/renderer/src/views/Any.svelte').e2e
  const without = [...features, ...views].filter((path) => changed(path).e2e.every((spec) => forAll.includes(spec)))
  // Only the spec of all views opens these.
  expect(without.map((path) => basename(path))).toEqual(['AboutView.svelte', 'LogsView.svelte'])
})

it('starts no host for documents alone', () => {
  expect(changed('README.md', 'docs/adr/0001-one.md')).toEqual({ vitest: [], e2e: [] })
})
