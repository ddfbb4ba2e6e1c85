import type { Accounts } from '../accounts/index.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Archives } from '../archive/index.ts'
import { eachInTurn } from '../base/keeps.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { FileTokens } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Outcomes } from '../outcomes/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Syncs } from '../sync/index.ts'
import type { Templates } from '../templates/index.ts'
import { LocalSandbox } from './local-sandbox.ts'
import { sandboxHandlers } from './sandbox-handlers.ts'

export type { LocalSandbox } from './local-sandbox.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly alerts: Alerts
  readonly archives: Archives
  readonly blacklists: Blacklists
  readonly files: FileTokens
  readonly jobs: Jobs
  readonly outcomes: Outcomes
  readonly settings: Settings
  readonly syncs: Syncs
  readonly templates: Templates
}

export function sandboxRoom(needs: Needs): RoomWith<'sandbox', LocalSandbox> {
  const { accounts, blacklists, outcomes, ports, syncs, templates } = needs
  const forget = eachInTurn<[accountId: string]>(
    // Effects on the old data cannot be found in the new data, so their outcomes are removed.
    async (id) => outcomes.removeAll(id),
    (id) => accounts.kept.cleanUp(id, 'answers', ports.clock.now()),
    (id) => blacklists.startOver(id),
    (id) => templates.startOver(id),
    (id) => syncs.startOver(id),
  )
  const sandbox = new LocalSandbox({
    ...needs,
    onReset: ({ id }) => forget(id),
  })
  return {
    service: sandbox,
    handlers: sandboxHandlers(sandbox, needs),
    keeps: {
      // As with any other service, messages that the sandbox has accepted stay there.
      erase: 'is the service',
      async remains(id) {
        if (accounts.get(id).kind === 'sandbox' || (await sandbox.bytes()) === 0) return []
        return ['The sandbox, which may have rehearsed messages to this person']
      },
      size: {
        sandbox: async (id) =>
          accounts.get(id).kind === 'sandbox' ? { bytes: await sandbox.bytes(), items: null } : null,
      },
      async afterRemoval({ kind }, files) {
        if (kind === 'sandbox') await sandbox.remove(files)
      },
    },
    start: () => void resume(),
    stop: () => sandbox.close(),
  }

  /** The account is synced from its sandbox’s current address, so the sandbox starts first. */
  async function resume(): Promise<void> {
    await sandbox.resume()
    const account = accounts.sandboxAccount()
    if (account) await syncs.resumeOne(account)
  }
}
