import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { logsHandlers } from './logs-handlers.ts'

export function logsRoom({ ports, files }: Ground & { readonly files: FileTokens }): Room<'logs'> {
  // The log contains no people’s addresses: they are removed from every line before it is written.
  return { handlers: logsHandlers(ports, files), keeps: keepsNothing }
}
