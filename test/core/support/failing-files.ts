import { createRequire, syncBuiltinESMExports } from 'node:module'

const named = ['copyFile', 'link', 'mkdir', 'mkdtemp', 'open', 'readdir', 'rename', 'rm', 'stat', 'writeFile'] as const
const ofHandle = ['close', 'datasync', 'stat', 'sync', 'write', 'writeFile', 'writev'] as const

export type FileCall = { readonly name: (typeof named)[number] | (typeof ofHandle)[number]; readonly path: string }

type Decide = (call: FileCall) => NodeJS.ErrnoException | null | Promise<null>

type Calls = Record<string, (...values: unknown[]) => Promise<unknown>>

/**
 * Intercepts the file system calls of this process, so that a test can observe them, hold them back and let them fail.
 * Returns a function that stops it.
 */
export function watchFiles(decide: Decide): () => void {
  const files = createRequire(import.meta.url)('node:fs/promises') as Calls
  const before = Object.fromEntries(named.map((name) => [name, files[name]!]))
  for (const name of named) {
    files[name] = async (...values) => {
      const path = String(values[name === 'rename' || name === 'link' || name === 'copyFile' ? 1 : 0])
      const error = await decide({ name, path })
      if (error !== null) throw error
      const result = await before[name]!.apply(files, values)
      if (name === 'open') watchHandle(result as Calls, path, decide)
      return result
    }
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(files, before)
    syncBuiltinESMExports()
  }
}

function watchHandle(handle: Calls, path: string, decide: Parameters<typeof watchFiles>[0]): void {
  for (const name of ofHandle) {
    const before = handle[name]!
    handle[name] = async (...values) => {
      const error = await decide({ name, path })
      if (error === null) return before.apply(handle, values)
      // Like the system, closes the file even if the last write fails on closing.
      if (name === 'close') await before.apply(handle, values)
      throw error
    }
  }
}

export function fileFailure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: made by the test`), { code })
}
