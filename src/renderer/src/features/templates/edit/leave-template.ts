import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { segmentsOfDraft } from '../../drafts/index.ts'
import type { EditedDraft } from '../../editor/index.ts'

/** The page of the template that a draft edits; the list if it has none yet. */
export function pageOf({ template }: Pick<EditedDraft, 'template'>): readonly string[] {
  return template?.id ? ['templates', template.id] : ['templates']
}

/** Removes the draft. Its content can be brought back for a week. */
export async function discardChanges(app: AppState, draft: EditedDraft): Promise<void> {
  const { id } = draft
  const editor = segmentsOfDraft({ id, template: draft.template })
  await draft.flush()
  await app.host.invoke('drafts.remove', { id })
  app.router.go(pageOf(draft))
  const restore = () =>
    void app.attempt(async () => {
      await app.host.invoke('drafts.restore', { id })
      app.router.go(editor)
    })
  app.toasts.info('Your changes to the template were discarded.', { action: { label: 'Undo', run: restore } })
}

/** Ends the editing with the service’s version. The content written here becomes the draft of a message. */
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
