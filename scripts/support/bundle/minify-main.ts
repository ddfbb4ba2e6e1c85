import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'vite'

const out = fileURLToPath(new URL('../../../out', import.meta.url))
/** This folder is packaged instead of out/main, which stays readable for tests and debuggers. */
const packed = join(out, 'packed', 'main')

/**
 * Writes minified copies of the bundles in out/main, so that the packaged app reads and parses half as much at each
 * start. `maps` gets a source map for each, which maps a location in a log back to the bundle and contains the bundle
 * itself.
 */
export function minifyMain(maps: string): void {
  for (const folder of [packed, maps]) rmSync(folder, { recursive: true, force: true })
  for (const name of readdirSync(join(out, 'main'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.m?js$/.test(name)) continue
    const bundle = readFileSync(join(out, 'main', name), 'utf8')
    const { code, map } = minified(name, bundle)
    write(join(packed, name), code)
    write(join(maps, `${name}.map`), JSON.stringify({ ...map, sourcesContent: [bundle] }))
  }
}

export function minified(name: string, bundle: string): { code: string; map: object } {
  // Class names are kept, because errors are recognized by them.
  const mangle = { toplevel: true, keepNames: { class: true, function: false } }
  const { code, map, errors } = minifySync(name, bundle, { module: true, mangle, sourcemap: true })
  if (errors.length > 0 || !map) throw new Error(`${name} could not be minified: ${errors[0]?.message}`)
  return { code, map }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
