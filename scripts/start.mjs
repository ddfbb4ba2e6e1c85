// `npm start`: sets up what is missing, then opens Mailroom. Plain JavaScript without dependencies, for Node 20 and up:
// on a fresh clone nothing else is there yet.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { findElectron } from './support/electron.mjs'
import { ensureInstalled } from './support/install.mjs'
import { become, node24, root, say } from './support/process.mjs'

const flags = process.argv.slice(2)

await ensureInstalled()
if (!(await ensureBuilt())) {
  say('The build failed: the reason is above.')
  process.exit(1)
}

const hostFlag = flags.find(isOfBrowserHost)
const electron = hostFlag ? { why: `${hostFlag.split('=')[0]} is about the browser host` } : await findElectron()
if (electron.program) {
  const startedAt = Date.now()
  const code = await become(electron.program, [root, ...flags])
  // Libraries that are missing on a bare system show only when the program starts.
  if (code === 0 || Date.now() - startedAt > 5000) process.exit(code)
  electron.why = `Electron ended at once with code ${code}`
}
say(`Mailroom uses your browser and not Electron, because ${electron.why}.`)
process.exit(await become(node24(), [join(root, 'src', 'cli', 'main.ts'), 'serve', ...flags]))

/** Both hosts know --data and --sandbox; the browser host says so where it does not know a flag either. */
function isOfBrowserHost(flag, index) {
  return !/^--(data|sandbox)(=|$)/.test(flag) && !/^--(data|sandbox)$/.test(flags[index - 1] ?? '')
}
