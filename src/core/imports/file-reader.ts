import { UnreadableFile } from '#formats/base/unreadable-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ImportKind, ImportReport } from '#shared/contract/imports.ts'
import type { BackupFacts, BackupFile } from '../archive/backup-file.ts'
import type { GrowingSet } from '../base/packs/growing-set.ts'

/** Facts about a backup that has messages, so that `lastCreated` is never null. */
export type BackupWithMessages = BackupFacts & { readonly lastCreated: number }

/**
 * How much of a file is read at a time. More is not faster: 256 KB used 50 MB more memory and blocked other work for
 * longer.
 */
export const chunkBytes = 64 * 1024

/** A record that could not be read, with its position in the file and the reason. */
export type SetAside = ImportReport['examples'][number]

export type FileBatch = {
  /** Valid until the next batch. */
  records: GrowingSet
  setAside: SetAside[]
  /** The fraction of the file that has been read, 0 to 1. */
  done: number
}

export type FileShape = { absent: readonly string[]; extra: readonly string[] }

export type FileReader = {
  readonly kind: ImportKind
  /** Known once the first batch has been read. */
  readonly shape: FileShape
  /** For a backup, the facts that it states about itself. */
  readonly backup?: BackupWithMessages
  /** Reads the file to its end and throws if it is damaged. Present only if this is fast. */
  readonly check?: () => void
  /** For a backup, the people erased from the archive; null if there are none. */
  readonly erased?: () => ReturnType<BackupFile['erased']>
  /** All records, beginning with the first; may be called only once. Throws an AppError if the file is incomplete. */
  batches(): AsyncGenerator<FileBatch>
}

export const noShape: FileShape = { absent: [], extra: [] }

export function notAnExport(sentence: string): AppError {
  return new AppError('not-an-export', sentence)
}

/** The error for a file that looked like an export up to this point but can’t be read any further. */
export function brokenFile(sentence: string): AppError {
  return new AppError('file-broken', sentence)
}

const systemSentences: Record<string, string> = {
  ENOENT: 'The file is no longer in its folder. Choose it again.',
  EACCES: 'Mailroom doesn’t have permission to read the file. Check the file’s permissions.',
  EPERM: 'Mailroom doesn’t have permission to read the file. Check the file’s permissions.',
  EISDIR: 'This is a folder. Choose a file in it.',
}

/** Turns an error from the system or from a format’s reader into an error with a sentence for the user. */
export function translated(thrown: unknown): unknown {
  if (thrown instanceof UnreadableFile) return brokenFile(thrown.message)
  const { syscall, code } = thrown as NodeJS.ErrnoException
  if (syscall === undefined) return thrown
  const sentence =
    systemSentences[code ?? ''] ?? 'The file could not be read completely. Check the disk, then try again.'
  return new AppError('file-unreadable', sentence, { retryable: true, details: { reason: code } })
}
