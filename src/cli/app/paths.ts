import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Paths } from '#core/base/ports.ts'
import { defaultDataFolder, programRoot } from '#core/node/index.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'

const root = programRoot(import.meta.url)

/** Where a command finds its data folder, the program’s resources and the code of its threads. */
export function pathsOf(data: string | undefined, { folder, env }: Pick<Terminal, 'folder' | 'env'>): Paths {
  return {
    data: data === undefined ? defaultDataFolder({ env, cwd: folder }) : resolve(folder, data),
    resources: fileURLToPath(new URL('resources', root)),
    worker: (name) => new URL(`out/main/${name}-worker.js`, root),
  }
}

export const pageFolder = fileURLToPath(new URL('out/renderer', root))

/** A folder that was named but doesn’t exist is a mistake. Treating it as empty would hide the mistake. */
export function refuseMissing(data: string | undefined, terminal: Pick<Terminal, 'folder' | 'env'>): void {
  const name = data !== undefined ? '--data' : terminal.env['MAILROOM_DATA'] ? 'MAILROOM_DATA' : null
  if (name === null) return
  const { data: folder } = pathsOf(data, terminal)
  if (!existsSync(folder)) throw new UsageError(`The folder ${folder} given by ${name} does not exist. Check the path.`)
}
