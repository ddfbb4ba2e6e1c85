import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type DataFolder = { readonly path: string; remove(): Promise<void> }

/** A data folder for one test. Its name has a space and an accent, as the names of users’ folders may have. */
export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mailroom tést '))
  // A browser that is still closing may write into its profile.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

export async function withDataFolder<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await createDataFolder()
  try {
    return await use(folder.path)
  } finally {
    await folder.remove()
  }
}
