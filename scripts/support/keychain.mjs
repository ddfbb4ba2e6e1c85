import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './debian.mjs'
import { forgetInstall } from './install.mjs'
import { root, say } from './process.mjs'

/** The programs of a Secret Service in a session of its own, and the header that keytar is compiled against. */
const needed = [
  { debian: 'dbus', isThere: () => onPath('dbus-run-session') },
  { debian: 'gnome-keyring', isThere: () => onPath('gnome-keyring-daemon') },
  { debian: 'libsecret-1-dev', isThere: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h') },
]
const compiler = { debian: 'build-essential', isThere: () => onPath('g++') && onPath('make') }
const python = { debian: 'python3', isThere: () => onPath('python3') }

/** Before npm installs: keytar is compiled then, or left out for good. */
export async function prepareKeychain() {
  if (process.platform !== 'linux') return
  const missing = [...needed, compiler, python].filter(({ isThere }) => !isThere()).map(({ debian }) => debian)
  if (missing.length > 0 && !(await aptInstall(missing))) {
    say(`The tests of the keychain are skipped: they need ${missing.join(', ')}, which only root can install.`)
    return
  }
  // An earlier install without them left keytar out; it is optional, so npm said nothing.
  const keytar = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node')
  if (missing.length > 0 && !existsSync(keytar)) forgetInstall()
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
