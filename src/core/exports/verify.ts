import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { aborted } from '../base/aborted.ts'
import { checksumOf } from './file/checksums.ts'
import { identityOf, isUnchanged } from './file/export-part.ts'
import type { Exports } from './exports.ts'
import type { StoredExport } from './history/stored-export.ts'
import type { ExportContentNeeds } from './source/content.ts'

type Found = NonNullable<StoredExport['verified']>['state']

const sentences: Record<Found, (name: string) => string> = {
  same: (name) => `“${name}” hasn’t changed since the export.`,
  changed: (name) => `“${name}” was changed after the export.`,
  missing: (name) => `“${name}” is no longer in its folder. If you didn’t move it, run the export again.`,
}

/** The path of a finished file in one of the user’s folders. */
function finishedPath({ state, folderPath, name }: StoredExport): string {
  if (state === 'done' && folderPath !== null) return join(folderPath, name)
  const sentence =
    state === 'done'
      ? 'This file isn’t saved in a folder yet. Save it first.'
      : 'This export has no file. Run the export again.'
  throw new AppError('no-file', sentence)
}

export async function existingPath(entry: StoredExport): Promise<string> {
  const path = finishedPath(entry)
  if (await identityOf(path)) return path
  throw new AppError('file-gone', 'The file is no longer in its folder. Run the export again.')
}

/** Starts a job that reads a file again and compares it with its manifest. */
export function startVerification(
  id: string,
  { history, checksums }: Pick<Exports, 'history' | 'checksums'>,
  { jobs, ports }: Pick<ExportContentNeeds, 'jobs' | 'ports'>,
): string {
  const entry = history.get(id)
  const path = finishedPath(entry)
  return jobs.start({
    kind: 'exports',
    title: `Verify: ${entry.name}`,
    accountId: entry.accountId,
    work: async ({ signal, progress }) => {
      // Large files may be ahead of this one in the queue, and a cancelled verification does not wait for them.
      await Promise.race([checksums.add(id), aborted(signal)])
      signal.throwIfAborted()
      const { manifest, identity } = history.get(id)
      let read = 0
      const found = await compare(path, { manifest, identity }, signal, (bytes) => {
        read += bytes
        progress({ fraction: Math.min(1, read / Math.max(1, manifest?.bytes ?? 0)), note: 'Reading the file' })
      })
      await history.change(id, { verified: { at: ports.clock.now(), state: found } })
      return { text: sentences[found](entry.name), fileToken: null }
    },
  })
}

async function compare(
  path: string,
  { manifest, identity }: Pick<StoredExport, 'manifest' | 'identity'>,
  signal: AbortSignal,
  read: (bytes: number) => void,
): Promise<Found> {
  const found = await identityOf(path)
  if (found === null) return 'missing'
  if (manifest === null || found.bytes !== manifest.bytes) return 'changed'
  if (manifest.sha256 === null) {
    if (!(await isUnchanged(path, identity))) return 'changed'
    throw new AppError(
      'no-checksum',
      'The file can’t be verified because its checksum could not be calculated after the export.',
    )
  }
  return (await checksumOf(path, signal, read)) === manifest.sha256 ? 'same' : 'changed'
}
