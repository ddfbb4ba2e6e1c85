// `npm run pictures` prints docs/images in light and dark: Messages, which the README shows, Dashboard and Compose, and, of the
// desktop app, About and the line about a new version.
import { join } from 'node:path'
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root, runTool } from './support/process.mjs'

await ensureInstalled()
if (!(await ensureBuilt())) process.exit(1)
const config = join(root, 'test', 'e2e', 'pictures', 'playwright.config.ts')
const { code } = await runTool('@playwright/test/cli.js', ['test', '--config', config])
process.exit(code)
