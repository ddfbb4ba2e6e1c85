// `npm run dev` starts the app with a page that reloads as it is edited. The app runs in Electron if that is installed,
// otherwise in the browser host with the development server behind it. After a change to the core or a host, it has to
// be restarted.
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
  // This leaves the user's own data and keychain alone. Flags on the command line come later and take precedence.
  const own = [`--data=${join(root, '.cache', 'dev-data')}`, '--secrets=memory']
  process.exit(await become(node24(), [tool, 'dev', '--', ...own, ...flags]))
}
// The page is served from its sources, but the worker threads run from their bundles.
if (!(await ensureBuilt())) process.exit(1)
say(`Development in a browser, because ${electron.why}.`)
process.exit(await become(node24(), [join(root, 'scripts', 'support', 'dev-host.mjs'), ...flags]))
