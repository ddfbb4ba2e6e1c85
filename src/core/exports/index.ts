import type { RoomWith } from '../base/room.ts'
import { Exports } from './exports.ts'
import { exportsHandlers } from './exports-handlers.ts'
import { ExportSchedules } from './export-schedules.ts'
import type { Needs } from './source/content.ts'

export async function exportsRoom(needs: Needs): Promise<RoomWith<'exports', Exports>> {
  const exports = await Exports.open(needs)
  const schedules = await ExportSchedules.open(needs, exports)
  needs.accounts.dependants.add({
    async eraseRecipient(accountId, email) {
      await exports.eraseRecipient(accountId, email)
      await schedules.eraseRecipient(accountId, email)
    },
    async afterRemoval({ id }) {
      await schedules.removeAccount(id)
      await exports.removeAccount(id)
    },
  })
  return {
    service: exports,
    handlers: exportsHandlers(exports, schedules, needs),
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
