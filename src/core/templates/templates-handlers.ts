import type { HandlersOf } from '../base/handlers.ts'
import type { Templates } from './templates.ts'

export function templatesHandlers(templates: Templates): HandlersOf<'templates'> {
  return {
    'templates.list': ({ accountId }, { signal }) => templates.list(accountId, signal),
    'templates.get': ({ accountId, id }, { signal }) => templates.get(accountId, id, signal),
    'templates.update': ({ accountId, id, effectId, base, ...content }, { signal }) =>
      templates.update({ accountId, id, effectId, base, content, of: null }, signal),
    'templates.rollBack': (input, { signal }) => templates.rollBack(input, signal),
    'templates.create': ({ accountId, effectId, ...content }, { signal }) =>
      templates.create({ accountId, effectId, content }, signal),
    'templates.remove': (input, { signal }) => templates.remove(input, signal),
    'templates.test': (input, { signal }) => templates.test(input, signal),
    'templates.history': ({ accountId, id }) => templates.history(accountId, id),
    'templates.version': ({ accountId, id, version }) => templates.version(accountId, id, version),
  }
}
