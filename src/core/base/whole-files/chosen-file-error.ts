import { basename, dirname } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'

const forbidden =
  'Mailroom doesn’t have permission to write to this folder. Choose another folder, or change the permissions.'

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up some space, or choose a folder on another disk.',
  EDQUOT: 'Your disk quota is used up. Free up some space, or choose a folder on another disk.',
  EFBIG: 'The file is too large for this disk’s file system. Choose a folder on another disk.',
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'This folder is on a read-only disk. Choose another one.',
  EISDIR: 'There is already a folder with this name. Choose another name.',
  ENAMETOOLONG: 'The file name is too long for this disk. Choose a shorter name.',
  EBUSY: 'Another program has the file open. Close it there, then try again.',
}

const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENODEV'])

export function folderGone(folder: string): string {
  return `The folder “${basename(folder) || folder}” is no longer there. Choose another one.`
}

/**
 * Describes a failure with a file that the user chose. A missing folder is named; the full path is only in the details, for
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
