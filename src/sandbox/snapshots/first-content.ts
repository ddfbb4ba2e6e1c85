import { existsSync, renameSync } from 'node:fs'
import { makeFolder } from '#formats/base/make-folder.ts'
import { databasePath } from '../base/options.ts'
import type { SnapshotContent } from './snapshot-file.ts'
import { unpackContent } from './unpack-content.ts'
import type { WorkingFolder } from './working-folder.ts'

/** Unpacks the snapshot from which a new sandbox starts. Returns undefined if its data folder already contains data. */
export async function firstContent(
  snapshot: string,
  { data, working }: { data: string | undefined; working: WorkingFolder },
): Promise<SnapshotContent | undefined> {
  if (data === undefined) return unpackContent(snapshot, working)
  if (existsSync(databasePath(data))) return undefined
  makeFolder(data)
  const { path, header } = await unpackContent(snapshot, working)
  renameSync(path, databasePath(data))
  return { path: databasePath(data), header }
}
