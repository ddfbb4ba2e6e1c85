import { fileURLToPath } from 'node:url'
import type { WorkerName } from '#core/base/ports.ts'

// The bundles that users run; the runner sees to it that they are built from these sources.

export function workerCode(name: WorkerName): URL {
  return new URL(`../../out/main/${name}-worker.js`, import.meta.url)
}

export const builtCli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
