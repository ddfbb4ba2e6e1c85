import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#shared/contract/table.ts'
import { markdownTable } from './markdown-table.ts'
import { filesBelow, repository } from './source-tree.ts'

export type Feature = {
  readonly noun: string
  /** Paths. An empty list means that this place is missing. */
  readonly contract: readonly string[]
  readonly service: readonly string[]
  readonly handlers: readonly string[]
  readonly page: readonly string[]
  readonly tests: readonly string[]
}

/** Nouns that the page shows under another name, and where. */
const shownElsewhere: Readonly<Record<string, string>> = {
  app: 'src/renderer/src/views/AboutView.svelte',
  archive: 'src/renderer/src/features/messages/ArchiveMessages.svelte',
  files: 'src/renderer/src/lib/ui/fields/FileDropZone.svelte',
  drafts: 'src/renderer/src/views/ComposeView.svelte',
  sends: 'src/renderer/src/views/ComposeView.svelte',
  snippets: 'src/renderer/src/views/ComposeView.svelte',
  keychain: 'src/renderer/src/features/accounts',
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
    [`src/core/${noun}/`, `test/core/${noun}/`, `test/core/${noun}.`, `test/e2e/${noun}.`].some((place) =>
      file.startsWith(place),
    ) && /\.(test|e2e)\.ts$/.test(file)
  return {
    noun,
    contract: present(`src/shared/contract/${noun}.ts`),
    service: present(`src/core/${noun}/index.ts`),
    handlers: present(`src/core/${noun}/${noun}-handlers.ts`),
    page: present(`src/renderer/src/features/${noun}`, view, shownElsewhere[noun] ?? view),
    tests: [...new Set(files.filter(isTest).map(placeOfTest))],
  }
}

function isWithin(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`)
}

/** Where a reader looks: the folder of unit tests, the spec or the folder of what starts a host. */
function placeOfTest(file: string): string {
  const [top, room, noun] = file.split('/') as [string, string, string]
  return file.endsWith('.e2e.ts') ? file : `${top}/${room}/${noun}`
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

/** The page with this table between its two markers. */
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
