import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { safeName } from '#shared/text/safe-name.ts'
import { fileError } from '../base/json-file.ts'
import { makePrivateFolder } from '../base/folders.ts'
import type { Ports } from '../base/ports.ts'
import { exportsPath } from './exports-folder.ts'
import type { FileTokens } from './file-tokens.ts'
import { refuseRunnable } from './runnable.ts'

type Needs = { readonly ports: Pick<Ports, 'paths' | 'shell'>; readonly files: FileTokens }

/**
 * Opens a file with the system’s program, as a read-only copy under the file’s own name, so that a program that saves it
 * cannot change ours. The copy is removed in the same way as files waiting to be saved.
 */
export async function openCopy({ ports, files }: Needs, { path, name }: { path: string; name: string }): Promise<void> {
  const shown = safeName(name) || 'File'
  // The name as the system sees it. Once unsafe characters and dots are removed, it may have a different extension.
  refuseRunnable(shown)
  const folder = join(exportsPath(ports.paths.data), randomUUID())
  await makePrivateFolder(folder)
  const copy = join(folder, shown)
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    await chmod(copy, 0o400)
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    throw fileError(path, error)
  }
  const { token } = await files.register(copy, { isCopy: true })
  try {
    await ports.shell.openFile(copy)
  } catch (error) {
    files.release(token)
    throw error
  }
}
