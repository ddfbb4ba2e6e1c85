import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Paths } from '#core/base/ports.ts'
import { defaultDataFolder, programRoot } from '#core/node/index.ts'

const root = programRoot(import.meta.url)

/** Where a command finds the data, and the parts of the program that run in threads. */
export function pathsOf(data: string | undefined, { folder }: { readonly folder: string }): Paths {
  return {
    data: data === undefined ? defaultDataFolder() : resolve(folder, data),
    resources: fileURLToPath(new URL('resources', root)),
    worker: (name) => new URL(`out/main/${name}-worker.js`, root),
  }
}
