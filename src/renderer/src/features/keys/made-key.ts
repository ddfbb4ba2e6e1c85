import { AppError } from '#shared/contract/base/error.ts'
import type { MadeKey } from '#shared/contract/keys.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { nameOfKey } from './key-words.ts'
import { SecretClipboard } from './secret-clipboard.ts'

/** Returns a function that copies a new key, which is removed from the clipboard after a minute. */
export function keyCopy(app: AppState, { secret, token }: MadeKey): () => Promise<unknown> {
  const clipboard = new SecretClipboard((empty) =>
    app.toasts.warn('The new key may still be on the clipboard. Mailroom isn’t allowed to read the clipboard here.', {
      action: { label: 'Clear clipboard', run: () => void app.attempt(empty) },
    }),
  )
  return () => {
    if (app.info.capabilities.clipboard) return app.host.invoke('keys.copy', { token: token! })
    return clipboard.copy(secret!)
  }
}

/**
 * Announces a new key whose view was left before the key was copied. The toast stays until it is dismissed, because the
 * key can’t be shown again.
 */
export function announceUnshown(app: AppState, made: MadeKey): void {
  const text = `The key “${nameOfKey(made.key)}” was created.`
  if (made.secret === null) return void app.toasts.warn(text, { duration: null })
  const copy = keyCopy(app, made)
  app.toasts.warn(text, {
    detail: 'It can’t be shown again, but it can still be copied for a few minutes.',
    action: { label: 'Copy key', run: () => void tryToCopy() },
    duration: null,
  })
  async function tryToCopy() {
    try {
      await copy()
    } catch (thrown) {
      app.fail(thrown)
      // The toast that was pressed is gone.
      if (AppError.from(thrown).code !== 'key-dismissed') announceUnshown(app, made)
    }
  }
}
