import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Notes } from '../notes/index.ts'
import { formatsOf, type Settings } from '../settings/index.ts'
import type { Syncs } from '../sync/index.ts'
import { alertsHandlers } from './alerts-handlers.ts'
import { Alerts } from './alerts.ts'

export type { Alerts } from './alerts.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly notices: Notices
  readonly notes: Notes
  readonly settings: Settings
  readonly syncs: Syncs
}

export function alertsRoom(needs: Needs): RoomWith<'alerts', Alerts> {
  const judgesForTeam = (accountId: string): Promise<boolean> => needs.syncs.leads(accountId)
  const alerts = new Alerts({ ...needs, judgesForTeam, numbers: () => formatsOf(needs, null) })
  const unsubscribe = needs.events.subscribe((event) => {
    if (event.name === 'archive.changed') alerts.changed(event.payload.accountId)
  })
  return {
    service: alerts,
    handlers: alertsHandlers(alerts),
    keeps: {
      erase: ({ accountId, email }) => alerts.eraseRecipient(accountId, email),
      size: 'too little to count',
      afterRemoval: ({ id }) => alerts.remove(id),
    },
    start: () => alerts.start(),
    async stop() {
      unsubscribe()
      await alerts.closeAll()
    },
  }
}
