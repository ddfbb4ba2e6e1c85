// `node scripts/run.mjs FILE [--built] FLAGS…` runs a TypeScript program of this project, on a fresh clone too. With
// --built, the page and the bundles are built first.
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

// On Node 24, the program runs in this process, so that signals reach it directly.
if (Number.parseInt(process.versions.node) >= 24) {
  endWithNpm()
  process.argv.splice(1, built ? 3 : 2, join(root, file))
  await import(pathToFileURL(join(root, file)).href)
} else {
  process.exitCode = await become(node24(), [join(root, file), ...flags])
}
