import { basename } from 'node:path'
import type { HandlersOf } from '../base/handlers.ts'
import { estimate } from './estimate.ts'
import type { Exports } from './exports.ts'
import type { ExportContentNeeds } from './source/content.ts'
import { existingPath, startVerification } from './verify.ts'

export function exportsHandlers(exports: Exports, needs: ExportContentNeeds): HandlersOf<'exports'> {
  const { history } = exports
  const { shell } = needs.ports
  return {
    'exports.last': ({ accountId }) => {
      const last = history.lastOf(accountId)
      if (last === null) return { layout: null, saveAs: null, folder: null }
      const { layout, saveAs, folderPath } = last
      return { layout, saveAs, folder: folderPath === null ? null : basename(folderPath) || folderPath }
    },
    'exports.estimate': (wanted, { signal }) => estimate(wanted, exports, needs, signal),
    'exports.start': (wanted) => exports.start(wanted),
    'exports.pause': ({ id, paused }) => exports.pause(id, paused),
    'exports.list': ({ accountId, folder }) => exports.list(accountId, folder && needs.files.find(folder).path),
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
