import type { CommandInput } from '#shared/contract/table.ts'
import { answer } from '#shared/domain/messages/answer.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'

/** Copies the delivery summary of a message, which distinguishes opens by machines: a row alone does not have them. */
export async function copyAnswer(app: AppState, message: CommandInput<'messages.get'>): Promise<void> {
  await app.attempt(async () => {
    const known = await app.host.invoke('messages.get', message)
    await navigator.clipboard.writeText(answer(known, app.formats))
    app.toasts.ok('Delivery summary copied.')
  })
}

/** Runs the command of the shortcut and the palette for the message that the view shows. */
export async function copyChosenAnswer(app: AppState): Promise<void> {
  if (app.chosenMessage) await copyAnswer(app, app.chosenMessage)
  else app.toasts.info('Select a message to copy its delivery summary.')
}
