import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { readScript, type Reference, type Script } from './references.ts'

/** Modules that come from outside the archive: Electron, and keytar, which is optional. */
const outside = new Set(['electron', 'keytar'])

/**
 * References in the scripts and pages below out/ that point to no file below `root`, as `script: name`. A minified
 * script is read through its source map in `maps`, because one letter may be `require` in one scope and something
 * else in another.
 */
export function unresolvedReferences(root: string, maps: string): { unresolved: string[]; resolved: number } {
  const out = join(root, 'out')
  const paths = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((path) => join(out, path))
  const scripts = paths.filter((path) => /\.[cm]?js$/.test(path))
  const codeOf = (path: string) => scriptOf(path, join(out, 'main'), maps)
  const first = new Map(scripts.map((path) => [path, readScript(path, codeOf(path))]))
  const unresolved: string[] = []
  let resolved = 0
  const judge = (path: string, { how, name }: Reference): void => {
    const found = how === 'file' ? isFile(root, path, name) : isModule(root, path, name)
    if (found) resolved += 1
    else unresolved.push(`${relative(root, path)}: ${name}`)
  }
  for (const [path, script] of first) {
    const requires = importedRequires(path, script, first)
    const { references } = requires.length === 0 ? script : readScript(path, codeOf(path), requires)
    for (const reference of references) judge(path, reference)
  }
  for (const path of paths.filter((each) => /\.(html|css)$/.test(each)))
    for (const name of addressesIn(readFileSync(path, 'utf8'))) judge(path, { how: 'file', name })
  return { unresolved, resolved }
}

function scriptOf(path: string, main: string, maps: string): string {
  const name = relative(main, path)
  if (name.startsWith('..')) return readFileSync(path, 'utf8')
  const map = JSON.parse(readFileSync(join(maps, `${name}.map`), 'utf8')) as { sourcesContent: [string] }
  return map.sourcesContent[0]
}

function importedRequires(path: string, { imported }: Script, scripts: ReadonlyMap<string, Script>): string[] {
  return imported
    .filter(({ from, name }) => scripts.get(join(dirname(path), from))?.requireNames.includes(name))
    .map(({ local }) => local)
}

function isModule(root: string, script: string, name: string): boolean {
  if (outside.has(name) || isBuiltin(name)) return true
  if (/^\.{0,2}\//.test(name)) return isFile(root, script, name)
  try {
    return createRequire(script).resolve(name).startsWith(join(root, '/'))
  } catch {
    return false
  }
}

/** The page’s addresses start at the page’s folder, and the program’s paths at the app’s folder. */
function isFile(root: string, script: string, name: string): boolean {
  const [path = ''] = name.split(/[?#]/)
  if (!path.startsWith('/')) return existsSync(join(dirname(script), path))
  const page = join(root, 'out', 'renderer')
  return existsSync(join(script.startsWith(page) ? page : root, path))
}

/** The URLs that a page or a style sheet loads. Those with a scheme are not files of the archive. */
function addressesIn(text: string): string[] {
  const found = [...text.matchAll(/(?:\b(?:src|href)=|\burl\()["']?([^"')\s>]+)/g)].map(([, name = '']) => name)
  return found.filter((name) => !/^[a-z]+:|^#/i.test(name))
}
