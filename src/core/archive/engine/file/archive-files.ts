import { statSync } from 'node:fs'
import { databaseFiles } from '../../../base/database-files.ts'

export const archiveFileName = 'archive.sqlite'
export const archiveFiles = databaseFiles(archiveFileName)

/** Returns the size in bytes of an open archive and its log. */
export function diskUse(path: string): number {
  const sizes = ['', '-wal', '-shm'].map((suffix) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
