#!/usr/bin/env node
// Runs the command line, even on a fresh clone: as `npm run mailroom -- COMMAND …`, or as `mailroom` after `npm link`.
// `npm run sandbox` runs one of its commands. The program runs from its bundle, which loads four times as fast as its
// sources.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'
import { become, endWithNpm, node24, root, say } from './support/process.mjs'

await ensureInstalled()
if (!(await ensureBuilt())) {
  say('The build failed. The reason is above.')
  process.exit(1)
}
const program = join(root, 'out', 'main', 'cli.js')

// On Node 24, the program runs in this process, so that signals reach it directly.
if (Number.parseInt(process.versions.node) >= 24) {
  endWithNpm()
  await import(pathToFileURL(program).href)
} else {
  process.exitCode = await become(node24(), [program, ...process.argv.slice(2)])
}
