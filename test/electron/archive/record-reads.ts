/**
 * Preloaded before the app: appends the path and size of each script that its main thread reads to the file `READS`.
 */
import { appendFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const { READS } = process.env

// Threads and processes started by the app preload this file, too.
if (READS && isMainThread && process.argv[1]?.endsWith('child.ts')) {
  registerHooks({
    load(url, context, next) {
      if (url.includes('/out/main/')) {
        const path = fileURLToPath(url)
        appendFileSync(READS, `${JSON.stringify({ path, bytes: statSync(path).size })}\n`)
      }
      return next(url, context)
    },
  })
}
