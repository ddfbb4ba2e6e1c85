import type { Ground, Room } from '../base/room.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { Settings } from './settings.ts'

export async function settingsRoom(ground: Ground): Promise<Room<'settings'>> {
  const { window, logger } = ground.ports
  const settings = await Settings.open(ground, ({ theme, logLevel }) => {
    window.setTheme(theme)
    logger.setLevel(logLevel)
  })
  return { handlers: settingsHandlers(settings), close: () => settings.settled() }
}
