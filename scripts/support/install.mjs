import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, npm, root, say } from './process.mjs'

const modules = join(root, 'node_modules')
const stampFile = join(modules, '.mailroom-install')
const lockFile = join(root, 'package-lock.json')

/** Installs the packages of package-lock.json into node_modules, and does nothing if they are current. */
export async function ensureInstalled() {
  const stamp = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (isCurrent(stamp)) return
  if (process.platform === 'win32' && process.execPath.startsWith(modules)) {
    say('The lock file has changed, and Windows cannot replace the Node that is running. Run npm ci, then start again.')
    process.exit(1)
  }
  say('Installing what Mailroom needs (once, about a minute) …')
  // Packages check the version of the Node that installs them, but the Node in node_modules runs them.
  const { code } = await npm(['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  if (code !== 0 || !existsSync(node24())) {
    say('npm ci failed. Its output is above. Check the network, then start again.')
    process.exit(1)
  }
  writeFileSync(stampFile, stamp)
}

function isCurrent(stamp) {
  if (!existsSync(node24())) return false
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp
  // Without a stamp, npm ci was run by hand, which leaves a lock file in node_modules.
  const own = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false })
  if (!own || own.mtimeMs < statSync(lockFile).mtimeMs) return false
  writeFileSync(stampFile, stamp)
  return true
}
