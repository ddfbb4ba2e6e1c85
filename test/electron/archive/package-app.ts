import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The packager reads only the fuses in Electron’s program, so these bytes are enough of a stand-in. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const untouchedFuses = '101100010'

/** Packages out/ for Linux into `folder`, around a stand-in for Electron’s program. Returns the app’s folder. */
export async function packageApp(folder: string): Promise<string> {
  const electron = join(folder, 'electron')
  await mkdir(electron)
  await writeFile(
    join(electron, 'electron'),
    `${fuseSentinel}\u0001${String.fromCharCode(untouchedFuses.length)}${untouchedFuses}`,
  )
  await chmod(join(electron, 'electron'), 0o755)
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html']) await writeFile(join(electron, name), '45.4.1')
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  const output = join(folder, 'dist')
  const overrides = [`-c.electronDist=${electron}`, `-c.directories.output=${output}`]
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', '--x64', ...overrides], { cwd: root })
  return join(output, 'linux-unpacked')
}
