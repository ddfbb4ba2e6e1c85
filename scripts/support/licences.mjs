import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './process.mjs'

export const licencesName = 'licences.json'

/** Writes the data for About: the shipped packages, with the texts that their licences require. */
export function writeLicences() {
  const { dependencies, optionalDependencies } = readJson(join(root, 'package.json'))
  const wanted = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...importedByThePage()]
  const found = new Map()
  for (const name of wanted) collect(name, root, found)
  const list = [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
  writeFileSync(join(root, 'resources', licencesName), JSON.stringify(list, null, 1))
}

/** The page's libraries are development dependencies, because the build puts them into its own files. */
function importedByThePage() {
  const names = new Set()
  const folder = join(root, 'src', 'renderer')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.test)\.(ts|svelte)$/.test(entry.name)) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import\() ?'((?:@[\w.-]+\/)?[a-z][\w.-]*)[^']*'/g)) names.add(name)
  }
  return [...names].filter((name) => existsSync(join(root, 'node_modules', name, 'package.json')))
}

function collect(name, from, found) {
  const folder = locate(name, from)
  if (!folder) return
  const { version, license, dependencies = {} } = readJson(join(folder, 'package.json'))
  if (found.has(`${name} ${version}`)) return
  found.set(`${name} ${version}`, { name, version, licence: licenceName(license), text: licenceText(folder) })
  for (const dependency of Object.keys(dependencies)) collect(dependency, folder, found)
}

/** Searches like Node: in the nearest node_modules, then in those of the folders above it. */
function locate(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === dirname(folder)) return null
  }
}

function licenceName(license) {
  return typeof license === 'string' ? license : (license?.type ?? 'see text')
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').slice(0, 20_000) : ''
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
