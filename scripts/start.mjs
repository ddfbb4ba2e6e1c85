// `npm start`: sets up what is missing, then opens Mailroom. Plain JavaScript without dependencies, for Node 20 and up:
// on a fresh clone nothing else is there yet.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { findElectron } from './support/electron.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureKeytar } from './support/keychain.mjs'
import { become, node24, root, say } from './support/process.mjs'
import { readStartFlags, startHelp } from './support/start-flags.mjs'

const { flags, help, problem } = readStartFlags(process.argv.slice(2))
if (help) {
  process.stdout.write(startHelp)
  process.exit(0)
}
if (problem) {
  say(problem)
  process.exit(2)
}
const hostFlags = flags.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`))

await ensureInstalled()
await ensureKeytar()
if (!(await ensureBuilt())) {
  say('The build failed: the reason is above.')
  process.exit(1)
}

// Electron's own host knows these two.
const ofBrowserHost = flags.find(({ name }) => name !== 'data' && name !== 'sandbox')
const electron = ofBrowserHost ? { why: `--${ofBrowserHost.name} was given` } : await findElectron()
if (electron.program) {
  const startedAt = Date.now()
  const code = await become(electron.program, [root, ...hostFlags])
  // Libraries that are missing on a bare system show only when the program starts.
  if (code === 0 || Date.now() - startedAt > 5000) process.exit(code)
  electron.why = `Electron ended at once with code ${code}`
}
say(`Mailroom uses your browser and not Electron, because ${electron.why}.`)
process.exit(await become(node24(), [join(root, 'src', 'cli', 'main.ts'), 'serve', ...hostFlags]))
