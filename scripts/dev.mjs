// `npm run dev`: the app with its page reloading as it is edited. Electron where its program is there, else the browser
// host with the development server behind its guard. The core and the hosts are read at start: end and start again.
import { join } from 'node:path'
import { findElectron } from './support/electron.mjs'
import { ensureInstalled } from './support/install.mjs'
import { node24, root, run, runTool, say } from './support/process.mjs'

await ensureInstalled()
const flags = process.argv.slice(2)
const electron = flags.includes('--browser') ? { why: 'you asked for it' } : await findElectron()
// Ctrl+C reaches the child by itself; this one only waits for it.
process.on('SIGINT', () => undefined)
if (electron.program) {
  say('Development in Electron.')
  process.exit(
    (await runTool('electron-vite/bin/electron-vite.js', ['dev', '--', ...flags], { stdio: 'inherit' })).code,
  )
}
say(`Development in a browser, because ${electron.why}.`)
const host = join(root, 'scripts', 'support', 'dev-host.mjs')
process.exit((await run(node24(), [host, ...flags], { stdio: 'inherit' })).code ?? 1)
