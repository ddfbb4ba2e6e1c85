// `npm run pack-sandbox` builds the package mailroom-sandbox in out/sandbox-package, and its tarball next to it. `--
// FOLDER` uses this folder instead of out.
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled } from './support/install.mjs'
import { npm, root, runTool, say } from './support/process.mjs'

const source = join(root, 'packages', 'sandbox')
const out = resolve(process.argv[2] ?? join(root, 'out'))
const folder = join(out, 'sandbox-package')

await ensureInstalled()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
cpSync(source, folder, { recursive: true })
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
const config = join(root, 'sandbox-package.config.ts')
const toLib = ['--outDir', join(folder, 'lib'), '--emptyOutDir', '--logLevel', 'warn']
const built = await runTool('vite/bin/vite.js', ['build', '--config', config, ...toLib])
if (built.code !== 0) process.exit(1)
renameSync(join(folder, 'lib', 'licences.md'), join(folder, 'licences.md'))
const packed = await npm(['pack', folder, '--silent', '--pack-destination', out])
if (packed.code !== 0) process.exit(1)
const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
say(`The package is ${join(out, `${name}-${version}.tgz`)}.`)
