import { dirname, join } from 'node:path'
import { rm, stat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import { Queues } from '../base/queue.ts'
import type { Checksums } from './file/checksums.ts'
import { identityOf, isUnchanged } from './file/export-part.ts'
import { manifestText } from './file/manifest-text.ts'
import { giveName } from './file/give-name.ts'
import type { ExportContentNeeds } from './source/content.ts'
import type { DeltaFolder } from './source/delta-source.ts'
import type { History } from './history/history.ts'
import type { StoredExport } from './history/stored-export.ts'

type Recovery = {
  readonly needs: ExportContentNeeds
  readonly history: History
  readonly checksums: Checksums
  readonly deltas: DeltaFolder
}

/** Resolves for each export when it has been recovered, and for all of them together. */
export type Recovering = { readonly entries: ReadonlyMap<string, Promise<void>>; readonly all: Promise<unknown> }

/**
 * Cleans up after an interrupted run. A complete file gets its name, an incomplete part is removed, and a delta response
 * that has arrived is kept for the next run. Folders do not wait for each other, because one of them may be on a network
 * drive that does not respond.
 */
export function recoverExports(recovery: Recovery): Recovering {
  const { history, deltas } = recovery
  const folders = new Queues()
  const listed = history.list()
  const folderOf = ({ partPath }: StoredExport): string => (partPath === null ? '' : dirname(partPath))
  const entries = new Map(
    listed.map((entry) => [entry.id, folders.add(folderOf(entry), () => recoverEntry(entry, recovery))]),
  )
  const others = deltas.removeOthers(new Set(entries.keys()))
  return { entries, all: Promise.all([others, ...entries.values()]) }
}

async function recoverEntry(entry: StoredExport, recovery: Recovery): Promise<void> {
  const { history, checksums, needs } = recovery
  const { id, partPath } = entry
  try {
    if (partPath !== null) await recoverFile(entry, partPath, recovery)
    await recoverDelta(history.get(id), recovery)
  } catch (error) {
    // The failure is only logged, because a disk that is not connected now may be connected at the next start.
    const { code, details } = AppError.from(error)
    needs.ports.logger.log('warn', 'An interrupted export could not be recovered.', { code, ...details })
  }
  // Nothing waits for the checksums, because reading large files again takes minutes.
  void checksums.add(id)
}

/** The folder may be on a drive that does not respond, where a synchronous call would block Mailroom. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function recoverFile(entry: StoredExport, partPath: string, { history }: Recovery): Promise<void> {
  const { id, identity, name, manifest } = entry
  const path = join(dirname(partPath), name)
  const isSame = async (): Promise<boolean> => identity !== null && (await identityOf(path))?.identity === identity
  const text = manifest === null ? '' : manifestText(manifest)
  const done = { state: 'done', partPath: null, keepsDelta: false, text } as const
  // The finished file is checked first, because the part may be the same file under another name. Some disks give
  // files new numbers. There it is known only by its size and time, and only if there is no part.
  if ((await isSame()) || (!(await isThere(partPath)) && (await isUnchanged(path, identity)))) {
    await rm(partPath, { force: true })
    return history.change(id, done)
  }
  if (entry.state !== 'done' && manifest !== null && (await isUnchanged(partPath, identity))) {
    const record = (named: string): Promise<void> =>
      history.change(id, { name: named, manifest: { ...manifest, file: named } })
    await giveName({ entry, account: manifest.account, partPath, record })
    return history.change(id, done)
  }
  // A disk that is not connected now may still have the part, so a later start looks for it again.
  if (!(await isThere(dirname(partPath)))) return
  await rm(partPath, { force: true })
  const none = entry.state === 'done' ? {} : { manifest: null, identity: null }
  await history.change(id, { ...none, partPath: null })
}

async function recoverDelta(
  { id, what, state, keepsDelta }: StoredExport,
  { history, deltas }: Recovery,
): Promise<void> {
  if (what.source !== 'delta') return
  if (state === 'done') return deltas.remove(id)
  if (await deltas.has(id)) {
    if (!keepsDelta || state === 'interrupted') await history.change(id, { keepsDelta: true, text: keptAtStop })
  } else if ((await deltas.brokenPart(id)) !== null && state === 'interrupted') {
    await history.change(id, { text: brokenAtStop })
  }
}

const keptAtStop =
  'Mailroom stopped while this export was running. The service’s response was kept. Run the export again to get the file.'
const brokenAtStop =
  'Mailroom stopped during the download, and the service may have moved its mark past the missing rows. The downloaded rows were kept. Export the same period in full to get all of them.'
