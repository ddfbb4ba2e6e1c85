import type { HandlersOf } from '../base/handlers.ts'
import type { Settings } from './settings.ts'

export function settingsHandlers(settings: Settings): HandlersOf<'settings'> {
  return {
    'settings.get': () => settings.value,
    'settings.change': (change) => settings.change(change),
  }
}
