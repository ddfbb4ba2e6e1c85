import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { chosenFileError } from '../../base/whole-files/chosen-file-error.ts'
import { checksumOf } from '../file/checksums.ts'
import { identityOf } from '../file/export-part.ts'
import type { StoredExport } from '../history/stored-export.ts'
import type { WrittenFile } from './stored-schedule.ts'

type Choice = {
  readonly keep: number
  /** Files in other folders, from an earlier choice, are kept. */
  readonly folderPath: string
  readonly exports: readonly StoredExport[]
  readonly signal: AbortSignal
}

type Kept = { readonly files: WrittenFile[]; readonly remarks: string[] }

/**
 * Deletes a schedule’s oldest files beyond the number it keeps. A file is deleted only if it is still the file that was
 * written; a file that was replaced or changed belongs to the user from then on.
 */
export async function keepNewest(written: readonly WrittenFile[], choice: Choice): Promise<Kept> {
  const { keep, folderPath } = choice
  const there: WrittenFile[] = []
  for (const file of written) if (file.folderPath === folderPath && (await isThere(file))) there.push(file)
  const excess = there.slice(0, Math.max(0, there.length - keep))
  const removed = new Set<WrittenFile>()
  const remarks: string[] = []
  for (const file of excess) {
    if (choice.signal.aborted) break
    try {
      if (await isAsWritten(file, written, choice)) await rm(pathOf(file))
      else remarks.push(`“${file.name}” was changed after the export, so it was not deleted.`)
      removed.add(file)
    } catch (error) {
      const { message } = AppError.from(chosenFileError(pathOf(file), error))
      if (!choice.signal.aborted) remarks.push(`“${file.name}” could not be deleted. ${message}`)
    }
  }
  const isKept = (file: WrittenFile): boolean =>
    file.folderPath !== folderPath || (there.includes(file) && !removed.has(file))
  return { files: written.filter(isKept), remarks }
}

function pathOf({ folderPath, name }: WrittenFile): string {
  return join(folderPath, name)
}

/** Whether the file is still there. A disk that cannot be read now may be readable at the next run. */
async function isThere(file: WrittenFile): Promise<boolean> {
  return (await identityOf(pathOf(file)).catch(() => undefined)) !== null
}

/**
 * Files are compared by identity. Some disks change a file’s identity when they are reconnected, in which case the
 * content is compared.
 */
async function isAsWritten(
  file: WrittenFile,
  written: readonly WrittenFile[],
  { exports, signal }: Choice,
): Promise<boolean> {
  const found = await identityOf(pathOf(file))
  if (found?.identity === file.identity) return true
  const isOfAnother = [...written, ...exports].some(({ identity }) => identity === found?.identity)
  const sha256 = exports.find(({ id }) => id === file.exportId)?.manifest?.sha256 ?? null
  if (found?.bytes !== file.bytes || sha256 === null || isOfAnother) return false
  return (await checksumOf(pathOf(file), signal)) === sha256
}
