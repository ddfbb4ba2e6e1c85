import { copyFile, stat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { JsonFile } from '../base/json-file.ts'
import type { Ports } from '../base/ports.ts'
import { writeWhole } from '../base/whole-files/part-file.ts'
import { refuseDevice } from '../base/whole-files/refuse-device.ts'
import { chosenFileError } from '../base/whole-files/chosen-file-error.ts'
import type { FileTokens } from './file-tokens.ts'

type Needs = {
  readonly ports: Ports
  readonly files: FileTokens
  /** The most recently chosen folder, in which the next dialog opens. */
  readonly lastFolder: JsonFile<string | null>
}

export function filesHandlers({ ports, files, lastFolder }: Needs): HandlersOf<'files'> {
  const needsDialogs = () => {
    if (!ports.capabilities.saveToDisk) {
      throw new AppError('not-offered', 'Mailroom has no file dialogs here. Use the browser’s upload and download.')
    }
  }
  return {
    'files.keep': async ({ name, encoding, content }) => {
      const { token } = await files.keep(name, Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64'))
      return { token }
    },
    'files.choose': async (options) => {
      needsDialogs()
      const paths = await ports.files.choose(options)
      return Promise.all(paths.map((path) => files.register(path)))
    },
    'files.chooseFolder': async ({ title }) => {
      needsDialogs()
      const path = await ports.files.chooseFolder({ title, startIn: await whereThere(lastFolder.value) })
      if (path === null) return null
      // The choice applies even if the disk is too full to store it.
      await lastFolder
        .set(() => path)
        .catch((error: unknown) => {
          ports.logger.log('warn', 'The chosen folder could not be remembered.', { ...AppError.from(error).details })
        })
      const { token, name } = await files.register(path)
      return { token, name }
    },
    'files.saveAs': async ({ token, name }) => {
      needsDialogs()
      // The file is held while the dialog is open, so that it can be saved even if its token is released in the
      // meantime.
      using source = files.hold(token)
      const target = await ports.files.chooseSaveTarget(name)
      if (target === null) return { saved: false }
      await refuseDevice(target)
      await writeWhole(target, (part) => copyFile(source.path, part.path)).catch((error: unknown) => {
        throw chosenFileError(target, error)
      })
      return { saved: true }
    },
    'files.reveal': ({ token }) => ports.shell.reveal(files.find(token).path),
    'files.release': ({ token }) => files.release(token),
  }
}

async function whereThere(folder: string | null): Promise<string | null> {
  if (folder === null) return null
  const found = await stat(folder).catch(() => null)
  return found?.isDirectory() ? folder : null
}
