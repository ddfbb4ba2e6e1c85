import type { CommandInput } from '#shared/contract/table.ts'
import { answer } from '#shared/domain/messages/answer.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/**
 * Copies a message’s delivery summary. The summary distinguishes opens by machines, which requires more data than a
 * table row contains.
 */
export async function copyAnswer(app: AppState, message: CommandInput<'messages.get'>): Promise<void> {
  await app.attempt(async () => {
    const known = await app.host.invoke('messages.get', message)
    await navigator.clipboard.writeText(answer(known, app.formats))
    app.toasts.ok('Delivery summary copied.')
  })
}

/** Runs the shortcut and palette command for the message shown in the view. */
export async function copyChosenAnswer(app: AppState): Promise<void> {
  if (app.chosenMessage) await copyAnswer(app, app.chosenMessage)
  else app.toasts.info('Select a message to copy its delivery summary.')
}
