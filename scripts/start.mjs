// `npm start` sets up what is missing, then opens Mailroom. It is plain JavaScript without dependencies, for Node 20 and
// later, because a fresh clone has nothing else yet.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { findElectron } from './support/electron.mjs'
import { ensureInstalled } from './support/install.mjs'
import { ensureKeytar } from './support/keychain.mjs'
import { become, becomeFor, node24, root, say } from './support/process.mjs'
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
  say('The build failed. The reason is above.')
  process.exit(1)
}

// The Electron host supports only these flags.
const browserFlag = flags.find(({ name }) => name !== 'data' && name !== 'scenario' && name !== 'sandbox')
const electron = browserFlag ? { why: '' } : await findElectron()
if (electron.program) {
  const startedAt = Date.now()
  const { code, signal, isAskedToEnd } = await becomeFor(electron.program, [root, ...hostFlags])
  // A minimal system may lack libraries, which shows only when Electron starts.
  if (code === 0 || isAskedToEnd || Date.now() - startedAt > 5000) process.exit(code)
  electron.why = `Electron ended at once ${signal === null ? `with code ${code}` : `by ${signal}`}`
}
say(
  browserFlag
    ? `Opening in your browser (--${browserFlag.name}).`
    : `Opening in your browser, because ${electron.why}.`,
)
if (electron.wayOut) say(electron.wayOut)
process.exit(await become(node24(), [join(root, 'out', 'main', 'cli.js'), 'serve', ...hostFlags]))
