// Runs a program of this project that is TypeScript, on a fresh clone too: `node scripts/run.mjs FILE [--built] FLAGS…`.
// With --built the page and the main bundle are there when it starts.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'
import { become, endWithNpm, node24, root } from './support/process.mjs'

const [file, ...flags] = process.argv.slice(2)
const built = flags[0] === '--built'
if (built) flags.shift()

await ensureInstalled()
if (built && !(await ensureBuilt())) process.exit(1)

// Without a process in between where it can be: what ends this process ends the program.
if (Number.parseInt(process.versions.node) >= 24) {
  endWithNpm()
  process.argv.splice(1, built ? 3 : 2, join(root, file))
  await import(pathToFileURL(join(root, file)).href)
} else {
  process.exitCode = await become(node24(), [join(root, file), ...flags])
}
