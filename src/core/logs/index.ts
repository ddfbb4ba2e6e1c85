import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { logsHandlers } from './logs-handlers.ts'

export function logsRoom({ ports, files }: Ground & { readonly files: FileTokens }): Room<'logs'> {
  // The log has no addresses of people: they are taken out of every line before it is written.
  return { handlers: logsHandlers(ports, files), keeps: keepsNothing }
}
