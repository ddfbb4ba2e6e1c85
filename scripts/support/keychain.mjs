import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './debian.mjs'
import { npm, root, say } from './process.mjs'

const keytar = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node')
const failure = join(root, '.cache', 'keytar-failed')

/** The programs with which tests start a Secret Service in a separate session. */
const services = [
  { debian: 'dbus', isThere: () => onPath('dbus-run-session') },
  { debian: 'gnome-keyring', isThere: () => onPath('gnome-keyring-daemon') },
]

/** keytar is compiled with these, unless its prebuilt library can be downloaded. */
const buildTools = [
  { debian: 'libsecret-1-dev', isThere: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h') },
  { debian: 'build-essential', isThere: () => onPath('g++') && onPath('make') },
  { debian: 'python3', isThere: () => onPath('python3') },
]

/** Installs what the keychain tests need, if this user may. It runs before npm ci, so that keytar is built with it. */
export async function prepareKeychain() {
  const missing = missingOf([...services, ...buildTools])
  if (missing.length > 0) await aptInstall(missing)
}

/** Builds keytar if an earlier install left it out and this machine can build it now. A failed build is not repeated. */
export async function ensureKeytar() {
  if (existsSync(keytar) || missingOf(buildTools).length > 0) return
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (existsSync(failure) && readFileSync(failure, 'utf8') === lock) return
  say('Building keytar, which was left out when Mailroom was installed …')
  await npm(['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'])
  if (existsSync(keytar)) return
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(failure, lock)
}

/** Why the keychain tests will be skipped, and how to make them run. Null if they run. */
export function whyNoKeychainTests() {
  if (process.platform !== 'linux') return null
  const missing = missingOf(existsSync(keytar) ? services : [...services, ...buildTools])
  if (missing.length > 0) {
    return `The keychain tests are skipped: install ${missing.join(', ')} (Debian's names) and run npm test again.`
  }
  if (existsSync(keytar)) return null
  return 'The keychain tests are skipped: keytar could not be built. Run npm ci --foreground-scripts to see why.'
}

function missingOf(needed) {
  if (process.platform !== 'linux') return []
  return needed.filter(({ isThere }) => !isThere()).map(({ debian }) => debian)
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
