import type { HandlersOf } from '../base/handlers.ts'
import type { Snippets } from './snippets.ts'

export function snippetsHandlers(snippets: Snippets): HandlersOf<'snippets'> {
  return {
    'snippets.list': () => snippets.list(),
    'snippets.save': (snippet) => snippets.save(snippet),
    'snippets.remove': ({ id }) => snippets.remove(id),
  }
}
