import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import packageFile from '../../package.json' with { type: 'json' }

/** Files by their paths from the repository’s root, with forward slashes, and the files that each one imports. */
export type SourceTree = ReadonlyMap<string, readonly string[]>

export const repository = fileURLToPath(new URL('../../', import.meta.url))

const aliases = Object.entries(packageFile.imports).map(
  ([name, path]) => [name.slice(0, -1), path.slice('.//'.length, -1)] as const,
)

/** The source files of these folders. Tests are left out, because they may import anything and nothing imports them. */
export function readSourceTree(folders: readonly string[]): SourceTree {
  const files = folders.flatMap(filesBelow).filter(isSource)
  const known = new Set(files)
  return new Map(files.map((file) => [file, importsOf(file).filter((target) => known.has(target))]))
}

export function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
  const paths = entries.map((entry) => posix.join(folder, entry.replaceAll('\\', '/')))
  return paths.filter((path) => statSync(join(repository, path)).isFile()).sort()
}

export function isSource(path: string): boolean {
  return /\.(ts|mjs|js|svelte)$/.test(path) && !/\.(test|e2e)\.ts$/.test(path)
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(repository, file), 'utf8')
  const code = file.endsWith('.svelte') ? scriptsOf(text) : text
  const named = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName)
  return [...new Set(named.flatMap((specifier) => resolved(file, specifier)))]
}

function scriptsOf(component: string): string {
  return [...component.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('\n')
}

function resolved(file: string, specifier: string): string[] {
  // The URL of a worker script, which is not an import.
  if (specifier.endsWith('?worker&url')) return []
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return [posix.join(posix.dirname(file), path)]
  return aliases.filter(([name]) => path.startsWith(name)).map(([name, folder]) => folder + path.slice(name.length))
}
