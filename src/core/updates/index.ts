import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import type { Settings } from '../settings/index.ts'
import { builtInUpdateSource, type UpdateSource } from './update-source.ts'
import { updatesHandlers } from './updates-handlers.ts'
import { Updates } from './updates.ts'

export type { UpdateSource } from './update-source.ts'

type Needs = Ground & { readonly settings: Settings; readonly updateSource: UpdateSource | undefined }

export async function updatesRoom({ updateSource, ...ground }: Needs): Promise<Room<'updates'>> {
  const updates = await Updates.open({ ...ground, source: updateSource ?? builtInUpdateSource })
  return {
    handlers: updatesHandlers(updates),
    keeps: keepsNothing,
    start: () => updates.start(),
    stop: () => updates.stop(),
  }
}
