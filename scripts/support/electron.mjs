import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { node24, root, run, say } from './process.mjs'

const folder = join(root, 'node_modules', 'electron')
const failureFile = join(root, '.cache', 'electron-fetch.json')
const day = 24 * 60 * 60 * 1000
const fetchMilliseconds = 5 * 60 * 1000

/**
 * The Electron program, which is downloaded once, or the reason why it cannot be used as the end of a sentence.
 * @returns {Promise<{ program: string } | { why: string }>}
 */
export async function findElectron() {
  if (process.platform === 'linux') {
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { why: 'this session has no display' }
    if (process.getuid() === 0) return { why: 'Electron refuses to run as root with its sandbox' }
  }
  const program = installed()
  if (program) return { program }
  const why = await fetchOnce()
  return why === null ? { program: installed() } : { why }
}

function installed() {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(program) ? program : null
}

/** Null when Electron is installed now. A failed download is not repeated for a day, so that no start waits for it again. */
async function fetchOnce() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const earlier = readFailure()
  if (earlier?.version === version && Date.now() - earlier.at < day) return earlier.why
  say(`Downloading Electron ${version} (once, about 110 MB) …`)
  const { code, output } = await run(node24(), [join(folder, 'install.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: fetchMilliseconds,
  })
  if (code === 0 && installed()) {
    rmSync(failureFile, { force: true })
    return null
  }
  const reason = code === null ? 'it took too long' : (output.trim().split('\n')[0] ?? '').replace(/^\w*Error: /, '')
  const why = `its program could not be downloaded${reason ? ` (${reason.slice(0, 120)})` : ''}`
  mkdirSync(dirname(failureFile), { recursive: true })
  writeFileSync(failureFile, JSON.stringify({ version, at: Date.now(), why }))
  return why
}

function readFailure() {
  try {
    return JSON.parse(readFileSync(failureFile, 'utf8'))
  } catch {
    return null
  }
}
