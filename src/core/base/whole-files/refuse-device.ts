import { lstat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'

/** A rename would replace a device or a pipe by a file, and for every program of the computer if done by root. */
export async function refuseDevice(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null || found.isFile() || found.isDirectory() || found.isSymbolicLink()) return
  throw new AppError('disk', 'There is already a device or a pipe with this name. Choose another name.', {
    details: { path },
  })
}
