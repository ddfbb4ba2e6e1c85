import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, accessible only to this user. `recursive` is not used: below /proc, Node retries
 * endlessly and handles no signals while it does.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.unshift(path)
  for (const path of missing) mkdirSync(path, { mode: 0o700 })
  // Throws EEXIST if a file has this name, as `recursive` does.
  if (!statSync(folder).isDirectory()) mkdirSync(folder)
}
