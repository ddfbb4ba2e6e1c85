import { existsSync } from 'node:fs'
import { run, say } from './process.mjs'

let listsAreFresh = false

/** Installs Debian packages as root on Debian. Elsewhere it returns false without a message. */
export async function aptInstall(packages) {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`Installing ${packages.join(', ')} …`)
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'pipe', 'pipe'] }
  if (!listsAreFresh) await run('apt-get', ['update', '-q'], options)
  listsAreFresh = true
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    options,
  )
  if (code !== 0) say(output)
  return code === 0
}
