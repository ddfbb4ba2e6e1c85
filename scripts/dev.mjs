// `npm run dev`: the app with its page reloading as it is edited. Electron where its program is there, else the browser
// host with the development server behind its guard. The core and the hosts are read at start: end and start again.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { findElectron } from './support/electron.mjs'
import { ensureInstalled } from './support/install.mjs'
import { become, node24, root, say } from './support/process.mjs'

await ensureInstalled()
const flags = process.argv.slice(2)
const electron = flags.includes('--browser') ? { why: 'you asked for it' } : await findElectron()
if (electron.program) {
  say('Development in Electron.')
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  // Not the user's own data, and not the user's own keychain; what is asked for comes after it, and counts.
  const own = [`--data=${join(root, '.cache', 'dev-data')}`, '--secrets=memory']
  process.exit(await become(node24(), [tool, 'dev', '--', ...own, ...flags]))
}
// The page comes from its sources; the worker threads run from their bundles.
if (!(await ensureBuilt())) process.exit(1)
say(`Development in a browser, because ${electron.why}.`)
process.exit(await become(node24(), [join(root, 'scripts', 'support', 'dev-host.mjs'), ...flags]))
