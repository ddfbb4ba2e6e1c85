import { copyFile, rename, rm } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { fileError } from '../base/json-file.ts'
import type { FileTokens } from './file-tokens.ts'

export function filesHandlers(ports: Ports, files: FileTokens): HandlersOf<'files'> {
  const needsDialogs = () => {
    if (!ports.capabilities.saveToDisk) {
      throw new AppError('not-offered', 'This host has no file dialogs. Use the browser’s upload and download.')
    }
  }
  return {
    'files.choose': async (options) => {
      needsDialogs()
      const paths = await ports.files.choose(options)
      return Promise.all(paths.map((path) => files.register(path)))
    },
    'files.saveAs': async ({ token, name }) => {
      needsDialogs()
      // Held while the dialog is open, so that it can be saved even if its token is released meanwhile.
      using source = files.hold(token)
      const target = await ports.files.chooseSaveTarget(name)
      if (target === null) return { saved: false }
      await copyWhole(source.path, target)
      return { saved: true }
    },
    'files.release': ({ token }) => files.release(token),
  }
}

/** A disk that fills up must not leave half a file under the name the user chose. */
async function copyWhole(source: string, target: string): Promise<void> {
  const part = `${target}.part`
  try {
    await copyFile(source, part)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw fileError(target, error)
  }
}
