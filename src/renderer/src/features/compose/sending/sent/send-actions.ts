import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppState } from '../../../../lib/state/app-state.svelte.ts'

/** Cancels a send, and opens the draft if it became one again. Rejects when that fails. */
export async function cancelSend(app: AppState, { id }: SendSummary): Promise<void> {
  const { draftId } = await app.host.invoke('compose.cancelSend', { id })
  if (draftId !== null) app.router.go(['compose', draftId])
  else app.toasts.info('The rest of the message is not sent.')
}

/** A new draft with everything of a send; `again` keeps its recipients too. */
export async function writeAgain(app: AppState, { id, accountId }: SendSummary, again: boolean): Promise<void> {
  await app.attempt(async () => {
    const draft = await app.host.invoke('compose.createDraft', { accountId, start: { from: 'send', id, again } })
    app.router.go(['compose', draft.id])
  })
}
