import type { Ground, RoomWith } from '../base/room.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { Settings } from './settings.ts'

export { formatsOf } from './formats-of.ts'
export type { Settings } from './settings.ts'

export async function settingsRoom(ground: Ground): Promise<RoomWith<'settings', Settings>> {
  const { window, logger } = ground.ports
  const settings = await Settings.open(ground, ({ theme, logLevel }) => {
    window.setTheme(theme)
    logger.setLevel(logLevel)
  })
  return {
    service: settings,
    handlers: settingsHandlers(settings),
    keeps: {
      erase: (person) => settings.eraseRecipient(person),
      size: 'too little to count',
      afterRemoval: ({ id }) => settings.removeAccount(id),
    },
    close: () => settings.settled(),
  }
}
