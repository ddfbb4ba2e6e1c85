import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/**
 * Cancels a send. If the send became a draft again, opens the draft; if it is a rest, opens the send that it completes.
 * Rejects on failure.
 */
export async function cancelSend(app: AppState, send: SendSummary): Promise<void> {
  const { draftId, hasLeft } = await app.host.invoke('sends.cancel', { id: send.id })
  if (hasLeft) app.toasts.info('The rest of the send was cancelled.')
  // A cancelled rest leaves no draft, because the send that it completes offers it again.
  else app.router.go(draftId === null ? ['compose', 'sent', send.restOf ?? ''] : ['compose', draftId])
}

/** Creates a draft with the content of a send; with `again`, also with its recipients. */
export async function writeAgain(app: AppState, { id }: SendSummary, again: boolean): Promise<void> {
  await app.attempt(async () => {
    const draft = await app.host.invoke('sends.makeDraft', { id, again })
    app.router.go(['compose', draft.id])
  })
}
