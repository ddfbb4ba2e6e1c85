import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents, for this user alone. Not by `recursive`: Node tries a folder below /proc endlessly, and
 * handles no signal meanwhile.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.unshift(path)
  for (const path of missing) mkdirSync(path, { mode: 0o700 })
  // Throws the same as `recursive` if a file has the name: EEXIST.
  if (!statSync(folder).isDirectory()) mkdirSync(folder)
}
