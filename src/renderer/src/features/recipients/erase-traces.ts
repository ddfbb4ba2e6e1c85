import type { Settings } from '#shared/contract/settings.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { recentSearches } from '../messages/query/recent-searches.ts'
import { savedViews, type SavedView } from '../messages/query/saved-views.ts'
import { recentName, recentRecipients, withoutRecent } from './recent-recipients.ts'

/** Whether a search names an address, in any capitalisation. */
function names(text: string, email: string): boolean {
  return text.toLowerCase().includes(email.toLowerCase())
}

/** Saved views that name the person. The user made them by hand, so they are removed only after a question. */
export function viewsNaming(app: AppState, accountId: string, email: string): SavedView[] {
  return savedViews(app, accountId).filter(({ text, name }) => names(text, email) || names(name, email))
}

/** The recent recipients and searches, and the saved views if `views` is set, without those that name the person. */
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
