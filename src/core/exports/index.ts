import type { Room } from '../base/room.ts'
import { exportsHandlers } from './exports-handlers.ts'

export async function exportsRoom(): Promise<Room<'exports'>> {
  return Promise.resolve({ handlers: exportsHandlers() })
}
