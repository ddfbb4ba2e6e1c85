import { basename } from 'node:path'
import type { HandlersOf } from '../base/handlers.ts'
import { estimate } from './estimate.ts'
import type { Exports } from './exports.ts'
import type { ExportContentNeeds } from './source/content.ts'
import { existingPath, startVerification } from './verify.ts'

export function exportsHandlers(exports: Exports, needs: ExportContentNeeds): HandlersOf<'exports'> {
  const { history } = exports
  const { files, ports } = needs
  const { shell } = ports
  return {
    'exports.last': ({ accountId }) => {
      const last = history.lastOf(accountId)
      if (last === null) return { layout: null, saveAs: null, folder: null }
      const { layout, saveAs, folderPath } = last
      if (folderPath === null) return { layout, saveAs, folder: null }
      // Another window may export to another folder while the form shows this one.
      const token = files.folder(folderPath)
      return { layout, saveAs, folder: { token, name: basename(folderPath) || folderPath } }
    },
    'exports.estimate': (wanted, { signal }) => estimate(wanted, exports, needs, signal),
    'exports.start': (wanted) => exports.start(wanted),
    'exports.pause': ({ id, paused }) => exports.pause(id, paused),
    'exports.list': ({ accountId, folder }) => exports.list(accountId, folder && files.find(folder).path),
    'exports.runAgain': ({ id }) => exports.runAgain(id),
    'exports.verify': ({ id }) => ({ jobId: startVerification(id, exports, needs) }),
    'exports.open': async ({ id }) => shell.openFile(await existingPath(history.get(id))),
    'exports.reveal': async ({ id }) => {
      const entry = history.get(id)
      await shell.reveal((await exports.brokenDelta(entry)) ?? (await existingPath(entry)))
    },
    'exports.copyPath': async ({ id }) => shell.copyText(await existingPath(history.get(id))),
    'exports.drag': async ({ id }) => shell.dragFile(await existingPath(history.get(id))),
    'exports.remove': ({ id }) => exports.remove(id),
    'exports.restore': ({ id }) => exports.restore(id),
  }
}
