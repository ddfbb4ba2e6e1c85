// `node scripts/make-caniemail.ts`: writes resources/data/css-support.json, the CSS that common mail programs
// drop, from the data of caniemail.com (MIT). It is run by hand when the data changes; the result is in the repository, because
// the package itself brings parsers of 19 MB.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Feature = {
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
}
type Data = { readonly last_update_date: string; readonly data: readonly Feature[] }

const source = new URL('../node_modules/caniemail/data/caniemail.json', import.meta.url)
const target = fileURLToPath(new URL('../resources/data/css-support.json', import.meta.url))

/** The most common mail programs, each with its platforms in the data. */
const clients: readonly (readonly [label: string, family: string, platforms: readonly string[]])[] = [
  ['Gmail', 'gmail', ['desktop-webmail']],
  ['the Gmail app', 'gmail', ['ios', 'android']],
  ['Outlook for Windows', 'outlook', ['windows']],
  ['Outlook.com', 'outlook', ['outlook-com']],
  ['Outlook for Mac', 'outlook', ['macos']],
  ['Apple Mail', 'apple-mail', ['macos']],
  ['Mail on iPhone', 'apple-mail', ['ios']],
  ['Yahoo Mail', 'yahoo', ['desktop-webmail', 'ios', 'android']],
  ['Samsung Email', 'samsung-email', ['android']],
]

/** Yahoo Mail turns `height` into `min-height` instead of dropping it. */
const kept = new Set(['css-height'])

const { data, last_update_date: updated } = JSON.parse(readFileSync(source, 'utf8')) as Data
const support: Record<string, string> = {}

const elements: Record<string, string> = {}
/** The elements that a feature covers. */
const elementsOf: Readonly<Record<string, readonly string[]>> = {
  'html-form': ['form'],
  'html-input-text': ['input'],
  'html-button-submit': ['button'],
  'html-select': ['select'],
  'html-textarea': ['textarea'],
  'html-video': ['video'],
  'html-audio': ['audio'],
  'html-object': ['object'],
  'html-dialog': ['dialog'],
  'html-svg': ['svg'],
  'html-link': ['link'],
}

for (const feature of data) {
  for (const name of elementsOf[feature.slug] ?? []) elements[name] = droppedBy(feature)
}

for (const feature of data) {
  if (feature.category !== 'css' || kept.has(feature.slug)) continue
  const dropped = droppedBy(feature)
  if (dropped !== '') for (const key of keysOf(feature)) support[key] = dropped
}

function droppedBy(feature: Feature): string {
  return clients
    .map(([, family, platforms], index) =>
      platforms.some((platform) => isDropped(feature, family, platform)) ? String.fromCharCode(97 + index) : '',
    )
    .join('')
}

/** Whether the newest version of the program drops the feature. */
function isDropped({ stats }: Feature, family: string, platform: string): boolean {
  return (
    Object.values(stats[family]?.[platform] ?? {})
      .at(-1)
      ?.startsWith('n') ?? false
  )
}

/** How the check finds a feature: as a property, a value, a function, a unit, an at-rule or a selector. */
function keysOf({ slug, title }: Feature): string[] {
  const name = slug.replace(/^css-/, '')
  const lists: Readonly<Record<string, readonly string[]>> = {
    'block-inline-size': ['block-size', 'inline-size'],
    'border-inline-block': ['border-inline', 'border-block'],
    'border-radius-logical': [
      'border-end-end-radius',
      'border-end-start-radius',
      'border-start-end-radius',
      'border-start-start-radius',
    ],
    'color-scheme': ['color-scheme'],
    'column-layout-properties': ['columns', 'column-rule', 'column-span', 'column-width', 'column-fill'],
    gap: ['gap', 'column-gap', 'row-gap'],
    'grid-template': ['grid-template', 'grid-template-areas', 'grid-template-columns', 'grid-template-rows'],
    'margin-block-start-end': ['margin-block-start', 'margin-block-end'],
    'margin-inline-block': ['margin-inline', 'margin-block'],
    'margin-inline-start-end': ['margin-inline-start', 'margin-inline-end'],
    'padding-block-start-end': ['padding-block-start', 'padding-block-end'],
    'padding-inline-block': ['padding-inline', 'padding-block'],
    'padding-inline-start-end': ['padding-inline-start', 'padding-inline-end'],
    'left-right-top-bottom': ['left', 'right', 'top', 'bottom'],
    'scroll-snap': ['scroll-snap-type', 'scroll-snap-align'],
    'inline-size': ['inline-size'],
  }
  const properties = lists[name]
  if (properties) return properties.map((property) => `property ${property}`)
  const pair = /^([a-z-]+): ?([a-z-]+)$/.exec(title)
  if (pair) return [`value ${pair[1]}:${pair[2]}`]
  if (name === 'intrinsic-size') return ['fit-content', 'min-content', 'max-content'].map((word) => `keyword ${word}`)
  if (name === 'modern-color') return ['lch', 'oklch', 'lab', 'oklab'].map((word) => `function ${word}`)
  if (name === 'variables') return ['function var']
  if (name === 'important') return ['important']
  if (name === 'nesting') return ['nesting']
  if (name.startsWith('at-media-')) return [`media ${name.slice('at-media-'.length)}`]
  if (name.startsWith('at-')) return [`at ${name.slice(3)}`]
  if (name.startsWith('pseudo-class-')) return [`pseudo ${name.slice('pseudo-class-'.length)}`]
  if (name.startsWith('pseudo-element-')) return [`pseudo ${name.slice('pseudo-element-'.length)}`]
  if (name.startsWith('selector-')) return [`selector ${name.slice('selector-'.length)}`]
  if (name === 'unit-calc') return ['function calc']
  if (name === 'unit-percent') return ['unit %']
  if (name.startsWith('unit-')) return [`unit ${name.slice('unit-'.length)}`]
  const call = /^([a-z-]+)\(\)$/.exec(title)
  if (call) return [`function ${call[1]}`]
  const property = title.replace(/ (?:property|shorthand)$/, '').trim()
  return /^[a-z-]+$/.test(property) ? [`property ${property}`] : []
}

const table = {
  updated: updated.slice(0, 10),
  clients: clients.map(([label]) => label),
  css: Object.fromEntries(Object.entries(support).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  elements,
}
writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`)
