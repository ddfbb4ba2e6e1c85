import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'

const gone = 'The folder is no longer there. Choose another one.'
const forbidden = 'Mailroom may not write to this folder. Choose another one, or change its permissions.'

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose a folder on another disk.',
  EDQUOT: 'Your disk quota is used up. Free some space, or choose a folder on another disk.',
  EFBIG: 'This disk cannot hold a file of that size. Choose a folder on another disk.',
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'This folder is on a read-only disk. Choose another one.',
  ENOENT: gone,
  ENOTDIR: gone,
  ENODEV: gone,
}

/** Describes a failure where the user chose the place. The path is only in the details, for the log. */
export function placeError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof AppError || code === undefined || code === 'ABORT_ERR') return error
  const sentence = sentences[code] ?? 'Mailroom could not write to this folder. Choose another one.'
  return new AppError('disk', sentence, { retryable: true, details: { path, reason: code }, cause: error })
}

/** A disk that fills up leaves no half file under the name that the user chose, and no file beside it is replaced. */
export async function writeWhole(target: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${target}.${randomBytes(4).toString('hex')}.part`
  try {
    await write(part)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw placeError(target, error)
  }
}
