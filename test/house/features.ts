import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#shared/contract/table.ts'
import { markdownTable } from './markdown-table.ts'
import { filesBelow, repository } from './source-tree.ts'

export type Feature = {
  readonly noun: string
  /** Paths. An empty list means that the noun lacks this part. */
  readonly contract: readonly string[]
  readonly service: readonly string[]
  readonly handlers: readonly string[]
  readonly page: readonly string[]
  readonly tests: readonly string[]
}

/** Nouns that the page shows under another name, with the files that show them. */
const shownElsewhere: Readonly<Record<string, readonly string[]>> = {
  app: ['src/renderer/src/views/AboutView.svelte'],
  archive: ['src/renderer/src/features/messages/ArchiveMessages.svelte'],
  files: ['src/renderer/src/lib/ui/fields/FileDropZone.svelte'],
  drafts: ['src/renderer/src/features/editor', 'src/renderer/src/views/ComposeView.svelte'],
  sends: ['src/renderer/src/views/ComposeView.svelte'],
  snippets: ['src/renderer/src/views/ComposeView.svelte'],
  statistics: ['src/renderer/src/views/DashboardView.svelte'],
  keychain: ['src/renderer/src/features/accounts'],
}

/** Nouns whose specs have another name. */
const triedElsewhere: Readonly<Record<string, readonly string[]>> = {
  drafts: ['compose'],
  schedules: ['export-schedules'],
  statistics: ['dashboard'],
  templates: ['template-editor'],
}

export function readFeatures(): Feature[] {
  const files = ['src', 'test'].flatMap(filesBelow)
  const nouns = new Set(Object.keys(contract).map((command) => command.split('.')[0]!))
  return [...nouns].map((noun) => featureOf(noun, files))
}

function featureOf(noun: string, files: readonly string[]): Feature {
  const present = (...paths: string[]) => paths.filter((path) => files.some((file) => isWithin(path, file)))
  const view = `src/renderer/src/views/${noun[0]!.toUpperCase()}${noun.slice(1)}View.svelte`
  const isTest = (file: string) =>
    file.endsWith('.test.ts') &&
    [`src/core/${noun}/`, `test/core/${noun}/`, `test/core/${noun}.`].some((place) => file.startsWith(place))
  const specs = [noun, ...(triedElsewhere[noun] ?? [])].flatMap((name) => specsNamed(name, files))
  return {
    noun,
    contract: present(`src/shared/contract/${noun}.ts`),
    service: present(`src/core/${noun}/index.ts`),
    handlers: present(`src/core/${noun}/${noun}-handlers.ts`),
    page: present(`src/renderer/src/features/${noun}`, view, ...(shownElsewhere[noun] ?? [])),
    tests: [...new Set([...files.filter(isTest).map(placeOfTest), ...specs])],
  }
}

function isWithin(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`)
}

/** The folder of a noun’s unit tests, or of tests that start a host. */
function placeOfTest(file: string): string {
  return file.split('/').slice(0, 3).join('/')
}

/** The spec with this name, or a pattern if there are several. */
function specsNamed(name: string, files: readonly string[]): string[] {
  const specs = files.filter((file) => file.endsWith('.e2e.ts') && /^[.-]/.test(file.replace(`test/e2e/${name}`, '')))
  return specs.length > 1 ? [`test/e2e/${name}*.e2e.ts`] : specs
}

/**
 * Features of the page and rooms of the core that belong to no noun of the contract. The page about the architecture
 * has to list them.
 */
export function roomsWithoutNoun(features: readonly Feature[]): string[] {
  const nouns = new Set(features.map(({ noun }) => noun))
  return ['src/renderer/src/features', 'src/core'].flatMap((room) =>
    readdirSync(join(repository, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !nouns.has(entry.name))
      .map(({ name }) => shown(`${room}/${name}`)),
  )
}

const headings = ['feature', 'contract', 'service', 'handlers', 'page', 'tests']

/** The table of docs/architecture.md. */
export function featureTable(features: readonly Feature[]): string {
  const rows = features.map(({ noun, contract: table, service, handlers, page, tests }) => [
    noun,
    ...[table, service, handlers, page, tests].map((paths) => [...new Set(paths)].map(shown).join(', ')),
  ])
  return markdownTable(headings, rows)
}

function shown(path: string): string {
  return `\`${path.replace(/^src\/(shared\/|renderer\/src\/)?/, '').replace(/\/index\.ts$/, '')}\``
}

const markers = ['<!-- features: printed by npm run fix -->', '<!-- end of features -->'] as const

/** The page with the table inserted between its two markers. */
export function withFeatureTable(page: string, table: string): string {
  const [before, rest] = page.split(markers[0]) as [string, string | undefined]
  const after = rest?.split(markers[1])[1]
  if (after === undefined) throw new Error(`docs/architecture.md lacks ${markers.join(' or ')}.`)
  return `${before}${markers[0]}\n\n${table}\n\n${markers[1]}${after}`
}

export const featurePagePath = join(repository, 'docs', 'architecture.md')

export function readFeaturePage(): string {
  return readFileSync(featurePagePath, 'utf8')
}
