import type { Settings } from '#shared/contract/settings.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { recentSearches, savedViews, type SavedView } from '../messages/query/saved-views.ts'
import { recentName, recentRecipients, withoutRecent } from './recent-recipients.ts'

/** A search that names an address, however it is written. */
export function names(text: string, email: string): boolean {
  return text.toLowerCase().includes(email.toLowerCase())
}

/** What the user made by hand and named: it is not taken away without a question. */
export function viewsNaming(app: AppState, accountId: string, email: string): SavedView[] {
  return savedViews(app, accountId).filter(({ text, name }) => names(text, email) || names(name, email))
}

/** What Mailroom remembers of its own accord, without what names the person. */
export function withoutPerson(
  app: AppState,
  accountId: string,
  email: string,
  { views }: { views: boolean },
): Settings['viewState'] {
  const kept = savedViews(app, accountId).filter((view) => !viewsNaming(app, accountId, email).includes(view))
  return {
    [recentName(accountId)]: withoutRecent(recentRecipients(app.settings, accountId), email),
    [`recentSearches:${accountId}`]: recentSearches(app, accountId).filter((text) => !names(text, email)),
    ...(views && { [`savedViews:${accountId}`]: kept }),
  }
}
