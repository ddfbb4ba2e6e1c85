import { basename } from 'node:path'

/** The tests that start a host, by prefixes of changed paths: folders of test/ and names of e2e specs. */
const byPath = [
  ['src/cli/', { folders: ['cli'] }],
  ['src/server/', { folders: ['server', 'security'], specs: ['start', 'shell'] }],
  ['src/main/', { folders: ['electron'] }],
  ['src/preload/', { folders: ['electron'] }],
  ['src/core/badge/', { folders: ['electron'] }],
  ['src/sandbox/', { folders: ['sandbox', 'conformance'], specs: ['sandbox'] }],
  ['src/formats/', { folders: ['core/exports', 'core/imports'] }],
  ['src/core/base/', { folders: ['core/app', 'contract'] }],
  ['src/core/node/', { folders: ['server'] }],
  ['src/core/api/', { folders: ['conformance', 'core/accounts'] }],
  ['src/shared/contract/', { folders: ['contract'] }],
  ['src/renderer/src/shell/', { specs: ['shell', 'start', 'accessibility'] }],
  ['src/renderer/src/lib/', { specs: ['shell', 'messages-preview', 'accessibility'] }],
  ['src/renderer/src/views/', { specs: ['accessibility'] }],
  ['src/renderer/src/views/ComposeView', { specs: ['compose', 'sends'] }],
  ['src/renderer/src/views/DashboardView', { specs: ['dashboard'] }],
  ['src/renderer/src/views/ManualView', { specs: ['manual'] }],
  ['src/renderer/src/views/MessageView', { specs: ['messages-links'] }],
  ['src/renderer/src/views/OverviewView', { specs: ['start'] }],
  ['src/renderer/src/features/editor/', { specs: ['compose', 'template-editor'] }],
  ['src/renderer/src/features/errors/', { specs: ['shell', 'messages-failures', 'accessibility'] }],
  ['src/renderer/src/features/links/', { specs: ['shell-links'] }],
  ['src/renderer/src/features/lists/', { specs: ['domains', 'keys', 'sandbox', 'templates', 'users', 'webhooks'] }],
  [
    'src/renderer/src/features/mail/',
    { specs: ['messages-preview', 'messages-links', 'compose-preview', 'compose-in-place', 'templates'] },
  ],
  ['src/renderer/src/features/manual/', { specs: ['manual'] }],
  [
    'src/renderer/src/features/markup/',
    { specs: ['compose-body', 'compose-in-place', 'templates', 'template-editor'] },
  ],
  ['src/renderer/src/features/overview/', { specs: ['start'] }],
  ['src/renderer/src/features/query/', { specs: ['messages', 'recipients', 'dashboard'] }],
  [
    'src/shared/domain/query/',
    { folders: ['core/messages', 'core/archive', 'core/statistics'], specs: ['messages', 'recipients', 'dashboard'] },
  ],
  ['resources/data/countr', { specs: ['dashboard'] }],
  ['resources/data/mailbox-providers', { folders: ['core/statistics'], specs: ['dashboard'] }],
  ['resources/data/css-support', { specs: ['compose'] }],
  ['scripts/', { folders: ['scripts', 'server'] }],
  ['test/support/', { folders: ['contract'], specs: ['shell'] }],
  ['test/e2e/support/', { specs: ['shell', 'messages'] }],
  ['test/e2e/pages/', { specs: ['shell'] }],
  ['test/e2e/pages/accounts/', { specs: ['accounts'] }],
  ['test/e2e/pages/accounts/overview-page', { specs: ['start'] }],
  ['test/e2e/pages/app/', { specs: ['first-run', 'manual'] }],
  ['test/e2e/pages/component-preview', { specs: ['messages-preview'] }],
  ['test/e2e/pages/compose', { specs: ['compose', 'sends'] }],
  ['test/e2e/pages/mail-frame', { specs: ['messages-preview', 'compose-preview'] }],
  // The page model of the body editor.
  ['test/e2e/pages/message-body', { specs: ['compose', 'template-editor'] }],
  ['test/e2e/pages/sandbox/', { specs: ['sandbox'] }],
  ['test/e2e/pages/statistics/', { specs: ['dashboard'] }],
  ['test/e2e/pages/templates/', { specs: ['templates', 'template-editor'] }],
]

/** Nouns whose spec files have other names. */
const specsOfNoun = {
  statistics: ['dashboard'],
  reports: ['dashboard-report'],
  drafts: ['compose'],
  sends: ['sends', 'compose-send', 'compose-rehearse', 'compose-start'],
  snippets: ['compose'],
  notes: ['dashboard'],
  schedules: ['export-schedules', 'dashboard-report'],
  templates: ['templates', 'template-editor'],
  settings: ['shell'],
  sync: ['messages'],
  archive: ['messages'],
  bodies: ['compose-send', 'sends'],
  jobs: ['imports', 'shell'],
  updates: ['shell'],
  outcomes: ['compose-send', 'sends', 'templates'],
}

/**
 * The tests that `npm test -- changed` runs for these paths, in addition to the checks and the unit tests that vitest
 * selects. Vitest cannot follow imports into a built host. `vitest` contains path filters, `e2e` names of spec files.
 * `known` lists the nouns, folders and specs that exist.
 */
export function planChanged(paths, known) {
  const folders = new Set()
  const specs = new Set()
  for (const path of paths) {
    for (const [start, chosen] of byPath) {
      if (!path.startsWith(start)) continue
      for (const folder of chosen.folders ?? []) folders.add(folder)
      for (const spec of chosen.specs ?? []) specs.add(spec)
    }
    const noun = nounOf(path, known.nouns)
    if (noun !== null) {
      folders.add(`core/${noun}`)
      for (const spec of specsOfNoun[noun] ?? [noun]) specs.add(spec)
    }
    const own = /^test\/((?:core\/)?[^/]+)\/.+\.test\.ts$/.exec(path)?.[1]
    if (own) folders.add(own)
    if (path.endsWith('.e2e.ts')) specs.add(basename(path, '.e2e.ts'))
  }
  return {
    vitest: [...folders].filter((folder) => known.folders.includes(folder)).map((folder) => `test/${folder}/`),
    e2e: known.specs.filter((name) => [...specs].some((start) => name === start || name.startsWith(`${start}-`))),
  }
}

/** The noun that a path’s folder or file is named after, in any room; null if there is none. */
function nounOf(path, nouns) {
  const [, place] =
    /^src\/(?:core|shared\/contract|shared\/domain|renderer\/src\/features|cli)\/([\w-]+)/.exec(path) ??
    /^src\/renderer\/src\/views\/(\w+)View/.exec(path) ??
    /^test\/e2e\/pages\/(?:[\w-]+\/)?([\w-]+)/.exec(path) ??
    []
  if (place === undefined) return null
  const name = place.toLowerCase()
  // `message-list` and `messages-page` both belong to messages.
  const starts = (noun) => [noun, noun.replace(/s$/, '')].some((start) => name.startsWith(`${start}-`))
  return nouns.find((noun) => name === noun || starts(noun)) ?? null
}
