import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { licencesName, writeLicences } from './licences.mjs'
import { root, runTool, say } from './process.mjs'

const out = join(root, 'out')
/** Node’s compile cache for the code that tests run. */
export const compiled = join(root, '.cache', 'compiled')
const stampFile = join(out, '.stamp')
const sources = [
  'src',
  'resources',
  // The page shows these as its manual.
  'docs/manual',
  'docs/search.md',
  'docs/counting.md',
  'docs/cli.md',
  'electron.vite.config.ts',
  'scripts/support/build.mjs',
  'scripts/support/bundle',
  'scripts/support/licences.mjs',
  'scripts/support/texts',
  'package.json',
  'package-lock.json',
]
const packable = /\.(js|css|html|svg|json)$/
const smallestPacked = 1024

/** Builds out/ unless it was built from exactly these sources. */
export async function ensureBuilt({ force = false } = {}) {
  const files = sourceFiles()
  const language = process.env.MAILROOM_LANGUAGE ?? ''
  const stamp = language + hashOf(files, ({ size, mtimeMs }) => `${size} ${mtimeMs}`)
  const [builtStamp, builtContents] = readStamp()
  if (!force && stamp === builtStamp) return true
  const contents = language + hashOf(files, (_file, path) => readFileSync(path))
  if (!force && contents === builtContents) {
    writeStamp(stamp, contents)
    return true
  }
  say('Building Mailroom …')
  rmSync(stampFile, { force: true })
  // Nothing else ever deletes the compile cache of earlier bundles.
  rmSync(compiled, { recursive: true, force: true })
  writeLicences()
  const { code } = await runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
  if (code !== 0) return false
  pack(join(out, 'renderer'))
  writeStamp(stamp, contents)
  return true
}

/** The paths of all files from which out/ is built. */
export function sourceFiles() {
  return sources.flatMap((source) => filesOf(join(root, source)))
}

/**
 * Unchanged times and sizes prove in a few milliseconds that nothing changed; if a checkout changed only the times,
 * the contents are compared.
 */
function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : []
}

function writeStamp(stamp, contents) {
  writeFileSync(stampFile, `${stamp}\n${contents}`)
}

function hashOf(paths, partOf) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(partOf(statSync(path), path))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { recursive: true, withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && entry.name !== licencesName)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** The browser host serves the .gz files unchanged, so that nothing is compressed while a user waits for the page. */
function pack(folder) {
  for (const path of filesOf(folder)) {
    if (!packable.test(path)) continue
    const content = readFileSync(path)
    if (content.length >= smallestPacked) writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
