import type { HandlersOf } from '../base/handlers.ts'
import type { Updates } from './updates.ts'

export function updatesHandlers(updates: Updates): HandlersOf<'updates'> {
  return {
    'updates.get': () => updates.state(),
    'updates.check': () => updates.check(),
    'updates.dismiss': ({ version }) => updates.dismiss(version),
  }
}
