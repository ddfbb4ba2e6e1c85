import { basename, dirname } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'

const forbidden = 'Mailroom may not write to this folder. Choose another one, or change its permissions.'

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose a folder on another disk.',
  EDQUOT: 'Your disk quota is used up. Free some space, or choose a folder on another disk.',
  EFBIG: 'This disk cannot hold a file of that size. Choose a folder on another disk.',
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'This folder is on a read-only disk. Choose another one.',
  EISDIR: 'A folder has the name of the file. Choose another name.',
  ENAMETOOLONG: 'This disk has no room for a name of that length. Choose a shorter name.',
  EBUSY: 'Another program has the file open. Close it there, then try again.',
}

const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENODEV'])

export function folderGone(folder: string): string {
  return `The folder “${basename(folder) || folder}” is no longer there. Choose another one.`
}

/**
 * Describes a failure at a file that the user chose. A missing folder is named; the whole path is only in the details, for
 * the log.
 */
export function chosenFileError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof AppError || code === undefined || code === 'ABORT_ERR') return error
  const sentence = gone.has(code)
    ? folderGone(dirname(path))
    : (sentences[code] ?? 'Mailroom could not write to this folder. Choose another one.')
  return new AppError('disk', sentence, { retryable: true, details: { path, reason: code }, cause: error })
}
