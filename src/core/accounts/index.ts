import { keepsNothing } from '../base/keeps.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { accountsHandlers } from './accounts-handlers.ts'
import { Accounts } from './accounts.ts'

export type { Accounts } from './accounts.ts'
export { sandboxStoppedError } from './known-sandbox.ts'
export { AccountProbe, type ServiceFinding } from './account-probe.ts'

export async function accountsRoom(ground: Ground): Promise<RoomWith<'accounts', Accounts>> {
  const accounts = await Accounts.open(ground)
  return {
    service: accounts,
    handlers: accountsHandlers(accounts),
    // Nothing is left to remove: the account itself is removed first, and errors from its calls are kept without
    // addresses.
    keeps: keepsNothing,
    // Runs in the background: a keychain may prompt the user, and the window should not wait for that.
    start: () => void accounts.readKeyStates(),
    stop: () => accounts.disconnectAll(),
    close: () => accounts.settled(),
  }
}
