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

/** The drafts that are being made, by send and content. */
const written = new Set<string>()

/**
 * Creates a draft with the content of a send; with `again`, also with its recipients. A second press while the draft is
 * being made does nothing.
 */
export async function writeAgain(app: AppState, { id }: SendSummary, again: boolean): Promise<void> {
  const asked = `${id} ${again}`
  if (written.has(asked)) return
  written.add(asked)
  await app.attempt(async () => {
    const draft = await app.host.invoke('sends.makeDraft', { id, again })
    app.router.go(['compose', draft.id])
  })
  written.delete(asked)
}
