import type { Ground, Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { logsHandlers } from './logs-handlers.ts'

export function logsRoom({ ports, files }: Ground & { readonly files: FileTokens }): Room<'logs'> {
  return { handlers: logsHandlers(ports, files) }
}
