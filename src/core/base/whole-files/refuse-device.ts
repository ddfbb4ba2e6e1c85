import { lstat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'

/** A rename would put a file in the place of a device or a pipe, for every program of the computer where root does so. */
export async function refuseDevice(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null || found.isFile() || found.isDirectory() || found.isSymbolicLink()) return
  throw new AppError('disk', 'A device or a pipe has the name of the file. Choose another name.', { details: { path } })
}
