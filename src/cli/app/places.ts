import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Paths } from '#core/base/ports.ts'
import { defaultDataFolder, programRoot } from '#core/node/index.ts'
import type { Terminal } from '../framework/terminal.ts'

const root = programRoot(import.meta.url)

/** Where a command finds the data, and the parts of the program that run in threads. */
export function pathsOf(data: string | undefined, { folder, env }: Pick<Terminal, 'folder' | 'env'>): Paths {
  return {
    data: data === undefined ? defaultDataFolder({ env }) : resolve(folder, data),
    resources: fileURLToPath(new URL('resources', root)),
    worker: (name) => new URL(`out/main/${name}-worker.js`, root),
  }
}
