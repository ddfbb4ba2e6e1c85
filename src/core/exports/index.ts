import { eachInTurn } from '../base/keeps.ts'
import type { RoomWith } from '../base/room.ts'
import { Exports } from './exports.ts'
import { exportsHandlers } from './exports-handlers.ts'
import { ExportSchedules } from './export-schedules.ts'
import { remainingFiles } from './remaining-files.ts'
import type { Needs } from './source/content.ts'

export async function exportsRoom(needs: Needs): Promise<RoomWith<'exports', Exports>> {
  const exports = await Exports.open(needs)
  const schedules = await ExportSchedules.open(needs, exports)
  return {
    service: exports,
    handlers: exportsHandlers(exports, schedules, needs),
    keeps: {
      erase: eachInTurn(
        ({ accountId, email }) => exports.eraseRecipient(accountId, email),
        ({ accountId, email }) => schedules.eraseRecipient(accountId, email),
      ),
      size: 'too little to count',
      remains: (accountId) => remainingFiles(exports.history.list().filter((entry) => entry.accountId === accountId)),
      afterRemoval: eachInTurn(
        ({ id }) => schedules.removeAccount(id),
        ({ id }) => exports.removeAccount(id),
      ),
    },
    start() {
      void exports.recover()
      schedules.start()
    },
    async stop() {
      await schedules.stop()
      await exports.stop()
    },
    close: () => exports.close(),
  }
}
