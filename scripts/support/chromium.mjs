import { node24, run, runTool, say } from './process.mjs'
import { aptInstall } from './debian.mjs'

/** A Chromium for the tests: an installed one, Debian’s if running as root, or Playwright’s. Null if there is none. */
export async function ensureChromium() {
  return (await installed()) ?? (await fromDebian()) ?? (await fromPlaywright())
}

/** Uses the app's own search, so that the list of names exists only once. */
async function installed() {
  const search = `import('./src/server/launch/find-chromium.ts').then(({ findChromium }) => console.log(findChromium() ?? ''))`
  const { code, output } = await run(node24(), ['-e', search], { stdio: ['ignore', 'pipe', 2] })
  return code === 0 && output.trim() !== '' ? output.trim() : null
}

async function fromDebian() {
  if (!(await aptInstall(['chromium']))) return null
  // Not every release has it. The tests then use Chromium itself.
  await aptInstall(['chromium-headless-shell'])
  return installed()
}

async function fromPlaywright() {
  say('Downloading Chromium …')
  const { code } = await runTool('@playwright/test/cli.js', ['install', 'chromium'])
  // Playwright finds its own Chromium without a path.
  return code === 0 ? '' : null
}
