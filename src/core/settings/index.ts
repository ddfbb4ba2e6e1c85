import type { Ground, Room } from '../base/room.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { Settings } from './settings.ts'

export async function settingsRoom({ ports, events, onBroken }: Ground): Promise<Room<'settings'>> {
  const settings = await Settings.open({
    folder: ports.paths.data,
    events,
    onBroken,
    now: ports.clock.now,
    apply({ theme, logLevel }) {
      ports.window.setTheme(theme)
      ports.logger.setLevel(logLevel)
    },
  })
  return { handlers: settingsHandlers(settings), close: () => settings.settled() }
}
