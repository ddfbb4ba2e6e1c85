import type { SendSummary } from '#shared/contract/base/sends.ts'
import { isUntouched } from '../confirm/send-words.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/**
 * Cancels a send. If the send became a draft again, opens the draft; if it is a rest, opens the send that it completes.
 * Rejects on failure.
 */
export async function cancelSend(app: AppState, send: SendSummary): Promise<void> {
  const { draftId } = await app.host.invoke('sends.cancel', { id: send.id })
  if (draftId !== null) app.router.go(['compose', draftId])
  // A cancelled rest leaves no draft, because the send that it completes offers it again.
  else if (isUntouched(send) && send.restOf !== null) app.router.go(['compose', 'sent', send.restOf])
  else app.toasts.info('The rest of the send was cancelled.')
}

/** Creates a draft with the content of a send; with `again`, also with its recipients. */
export async function writeAgain(app: AppState, { id }: SendSummary, again: boolean): Promise<void> {
  await app.attempt(async () => {
    const draft = await app.host.invoke('sends.makeDraft', { id, again })
    app.router.go(['compose', draft.id])
  })
}
