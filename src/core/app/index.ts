import type { EventBus } from '../base/event-bus.ts'
import type { Ports } from '../base/ports.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { RoomWith } from '../base/room.ts'
import { appHandlers } from './app-handlers.ts'
import { Notices } from './notices.ts'

export { openableUrl } from './app-handlers.ts'
export type { Notices } from './notices.ts'

export function appRoom({ ports, events }: { ports: Ports; events: EventBus }): RoomWith<'app', Notices> {
  const notices = new Notices(events)
  return { service: notices, handlers: appHandlers(ports, notices), keeps: keepsNothing }
}
