import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { type SavedView, savedViews } from '../query/index.ts'

/** Saved views that name the recipient. The user created them, so they are removed only after confirmation. */
export function viewsNaming(app: AppState, accountId: string, email: string): SavedView[] {
  const names = (text: string): boolean => text.toLowerCase().includes(email.toLowerCase())
  return savedViews(app, accountId).filter(({ text, name }) => names(text) || names(name))
}
