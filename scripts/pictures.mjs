// `npm run pictures` takes the screenshots in docs/images, in light and dark: Messages for the README, Dashboard and
// Compose, as well as About and the notice of a new version in the desktop app.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root, runTool } from './support/process.mjs'

await ensureInstalled()
if (!(await ensureBuilt())) process.exit(1)
const config = join(root, 'test', 'e2e', 'pictures', 'playwright.config.ts')
const { code } = await runTool('@playwright/test/cli.js', ['test', '--config', config])
process.exit(code)
