import { fileURLToPath } from 'node:url'
import type { WorkerName } from '#core/base/ports.ts'

// The worker bundles that users run. The test runner builds them from the current sources.

export function workerCode(name: WorkerName): URL {
  return new URL(`../../out/main/${name}-worker.js`, import.meta.url)
}

export const builtCli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
