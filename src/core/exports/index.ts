import type { RoomWith } from '../base/room.ts'
import type { Schedules } from '../schedules/index.ts'
import { Exports } from './exports.ts'
import { exportsHandlers } from './exports-handlers.ts'
import { remainingFiles } from './remaining-files.ts'
import { exportSchedules } from './export-schedules.ts'
import type { ExportContentNeeds as ContentNeeds } from './source/content.ts'

type Needs = ContentNeeds & { readonly schedules: Schedules }

export async function exportsRoom(needs: Needs): Promise<RoomWith<'exports', Exports>> {
  const exports = await Exports.open(needs)
  await needs.schedules.register(exportSchedules(needs, exports))
  return {
    service: exports,
    handlers: exportsHandlers(exports, needs),
    keeps: {
      async erase({ accountId, email }) {
        await exports.eraseRecipient(accountId, email)
        // The schedules are erased again: their room was called first, and an export that has ended since may have
        // given its schedule a name from the history.
        await needs.schedules.eraseRecipient(accountId, email)
      },
      size: 'too little to count',
      remains: (accountId) => remainingFiles(exports.history.list().filter((entry) => entry.accountId === accountId)),
      afterRemoval: ({ id }) => exports.removeAccount(id),
    },
    start: () => void exports.recover(),
    stop: () => exports.stop(),
    close: () => exports.close(),
  }
}
