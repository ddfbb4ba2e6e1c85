import { lstat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'

/**
 * Refuses to write to a device or pipe. A rename would replace it with a file and, if performed by root, would do so
 * for every program on the computer.
 */
export async function refuseDevice(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null || found.isFile() || found.isDirectory() || found.isSymbolicLink()) return
  throw new AppError('disk', 'There is already a device or a pipe with this name. Choose another name.', {
    details: { path },
  })
}
