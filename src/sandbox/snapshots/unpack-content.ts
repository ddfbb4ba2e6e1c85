import { checkContent } from '../store/content.ts'
import { removeDatabase } from '../store/database/database.ts'
import { unpackSnapshot, unreadableSnapshot, type SnapshotContent } from './snapshot-file.ts'
import type { WorkingFolder } from './working-folder.ts'

/** Unpacks a snapshot to a working file that can be opened. */
export async function unpackContent(snapshot: string, working: WorkingFolder): Promise<SnapshotContent> {
  const path = working.file()
  try {
    const header = await unpackSnapshot(snapshot, path)
    check(path)
    return { path, header }
  } catch (error) {
    removeDatabase(path)
    throw error
  }
}

function check(path: string): void {
  try {
    checkContent(path)
  } catch (error) {
    throw unreadableSnapshot((error as Error).message)
  }
}
