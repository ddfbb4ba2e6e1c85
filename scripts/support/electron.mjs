import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { node24, root, run, say } from './process.mjs'

const folder = join(root, 'node_modules', 'electron')
const failureFile = join(root, '.cache', 'electron-fetch.json')
const day = 24 * 60 * 60 * 1000
const fetchMilliseconds = 5 * 60 * 1000

/**
 * The Electron program, which is downloaded once. If it cannot be used, `why` is the reason, worded as the end of a
 * sentence, and `wayOut` is what the user can do about it.
 * @returns {Promise<{ program: string } | { why: string, wayOut?: string }>}
 */
export async function findElectron() {
  if (process.platform === 'linux') {
    if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { why: 'this session has no display' }
    if (process.getuid() === 0) return { why: 'Electron refuses to run as root with its sandbox' }
  }
  const program = installed()
  const refusal = process.platform === 'linux' ? sandboxRefusal(program ?? usualProgram) : null
  if (refusal) return refusal
  if (program) return { program }
  const why = await fetchOnce()
  return why === null ? { program: installed() } : { why }
}

/**
 * Ubuntu since 23.10 sets this to 1: only programs known to AppArmor may create the namespaces of Chromium’s sandbox.
 */
const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
const profiles = '/etc/apparmor.d'
const usualProgram = join(folder, 'dist', 'electron')

/**
 * Why this Linux would refuse to run Electron, or null. Electron’s other sandbox needs a helper owned by root, which
 * npm cannot install. `system` replaces the root of the file system in tests.
 */
export function sandboxRefusal(program, system = '/') {
  if (readOr(join(system, restriction), '0').trim() !== '1') return null
  const helper = join(dirname(program), 'chrome-sandbox')
  if (isRootsHelper(helper) || hasProfile(join(system, profiles), program)) return null
  return {
    why: 'this system lets only programs with an AppArmor profile make the sandbox that Electron needs (kernel.apparmor_restrict_unprivileged_userns is 1)',
    wayOut: `To let Electron in: install the packaged Mailroom, which brings a profile, or run: npx install-electron && sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  }
}

function isRootsHelper(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o4111) === 0o4111
}

function hasProfile(path, program) {
  const names = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []
  return names.some((entry) => entry.isFile() && readOr(join(path, entry.name), '').includes(program))
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

function installed() {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(program) ? program : null
}

/**
 * Downloads Electron. Returns null if it is installed now, otherwise the reason why not. A failed download is retried
 * only after a day, so that not every start waits for it.
 */
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
