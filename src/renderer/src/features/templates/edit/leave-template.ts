import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { goToPlace } from '../../../lib/state/go-to-place.ts'
import { segmentsOfDraft } from '../../drafts/index.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { undoAction } from '../../../lib/ui/toasts/undo-action.ts'

/** Returns the page of the template that a draft edits; the template list if there is none yet. */
export function pageOf({ template }: Pick<EditedDraft, 'template'>): readonly string[] {
  return template?.id ? ['templates', template.id] : ['templates']
}

/** Removes the draft. Its content can be restored for a week. */
export async function discardChanges(app: AppState, draft: EditedDraft): Promise<void> {
  const { id, accountId } = draft
  const segments = segmentsOfDraft({ id, template: draft.template })
  await draft.flush()
  await app.host.invoke('drafts.remove', { id })
  app.router.go(pageOf(draft))
  const restore = () =>
    void app.attempt(async () => {
      await app.host.invoke('drafts.restore', { id })
      await goToPlace(app, { accountId, segments, query: {} })
    })
  app.toasts.info('Your changes to the template were discarded.', { action: undoAction(restore) })
}

/** Ends editing and adopts the service’s version. The content written here is turned into a message draft. */
export async function takeServiceVersion(app: AppState, draft: EditedDraft): Promise<void> {
  const { id, accountId } = draft
  await draft.flush()
  const mine = await app.host.invoke('drafts.create', { accountId, start: { from: 'draft', id } })
  await app.host.invoke('drafts.remove', { id })
  app.router.go(pageOf(draft))
  app.toasts.info('The service’s version was left unchanged. Your version is now a message draft.', {
    action: { label: 'Open draft', run: () => app.router.go(['compose', mine.id]) },
  })
}
