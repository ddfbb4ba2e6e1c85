import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { licencesName, writeLicences } from './licences.mjs'
import { root, runTool, say } from './process.mjs'

const out = join(root, 'out')
const stampFile = join(out, '.stamp')
const sources = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const packable = /\.(js|css|html|svg|json)$/
const smallestPacked = 1024

/** Builds out/ unless it was built from exactly these sources. */
export async function ensureBuilt({ force = false } = {}) {
  const stamp = hashSources()
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  say('Building Mailroom …')
  rmSync(stampFile, { force: true })
  writeLicences()
  const { code } = await runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
  if (code !== 0) return false
  pack(join(out, 'renderer'))
  writeFileSync(stampFile, stamp)
  return true
}

/** Hashes contents, because a checkout may change nothing but times. */
function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of filesOf(join(root, source))) hash.update(path).update('\0').update(readFileSync(path))
  }
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

/** The browser host sends the .gz files as they are, so that nothing is compressed while a user waits for the page. */
function pack(folder) {
  for (const path of filesOf(folder)) {
    if (!packable.test(path)) continue
    const content = readFileSync(path)
    if (content.length >= smallestPacked) writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
