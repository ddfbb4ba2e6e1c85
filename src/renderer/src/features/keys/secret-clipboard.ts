const keptFor = 60_000

/**
 * The page’s clipboard, which the host cannot access. A browser lets a page read the clipboard only with the user’s
 * permission. Without it, the user is asked to clear the clipboard. Only a digest of the copied text is kept.
 */
export class SecretClipboard {
  readonly #onLeft: (empty: () => Promise<void>) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onLeft` is called after a minute if Mailroom can’t determine whether the secret is still on the clipboard. */
  constructor(onLeft: (empty: () => Promise<void>) => void) {
    this.#onLeft = onLeft
  }

  /** Returns the number of seconds until the secret is removed from the clipboard. */
  async copy(secret: string): Promise<number> {
    await navigator.clipboard.writeText(secret)
    const copied = await digest(secret)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#empty(copied), keptFor)
    return keptFor / 1000
  }

  async #empty(copied: string): Promise<void> {
    try {
      const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
      if (state !== 'granted') throw new Error('The page isn’t allowed to read the clipboard.')
      if ((await digest(await navigator.clipboard.readText())) === copied) await navigator.clipboard.writeText('')
    } catch {
      this.#onLeft(() => navigator.clipboard.writeText(''))
    }
  }
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return bytes.join()
}
