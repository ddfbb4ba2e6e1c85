import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, Room } from '../base/room.ts'
import type { Outcomes } from '../outcomes/index.ts'
import type { Settings } from '../settings/index.ts'
import { keysHandlers } from './keys-handlers.ts'
import { Keys } from './keys.ts'
import { Rotations } from './rotations.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly outcomes: Outcomes
  readonly settings: Settings
}

export async function keysRoom(needs: Needs): Promise<Room<'keys'>> {
  const rotations = await Rotations.open(needs)
  const keys = new Keys(needs, rotations)
  return {
    handlers: keysHandlers(keys),
    keeps: {
      erase: 'keeps no addresses',
      size: 'too little to count',
      afterRemoval: ({ id }) => keys.removeAccount(id),
    },
    stop: () => keys.made.close(),
    close: () => rotations.settled(),
  }
}
