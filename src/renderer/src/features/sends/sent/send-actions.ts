import type { SendSummary } from '#shared/contract/base/sends.ts'
import { isUntouched } from '../confirm/send-words.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/** Cancels a send, and opens its draft if it became one again, or the send that it is a rest of. Rejects on failure. */
export async function cancelSend(app: AppState, send: SendSummary): Promise<void> {
  const { draftId } = await app.host.invoke('sends.cancel', { id: send.id })
  if (draftId !== null) app.router.go(['compose', draftId])
  // A rest leaves no draft: it is offered again in the same place.
  else if (isUntouched(send) && send.restOf !== null) app.router.go(['compose', 'sent', send.restOf])
  else app.toasts.info('The rest of the send was cancelled.')
}

/** Creates a draft with everything in a send; `again` keeps its recipients too. */
export async function writeAgain(app: AppState, { id }: SendSummary, again: boolean): Promise<void> {
  await app.attempt(async () => {
    const draft = await app.host.invoke('sends.makeDraft', { id, again })
    app.router.go(['compose', draft.id])
  })
}
