/**
 * A key that is held down presses a button only once. Browsers press whichever button has the focus with every repeat: a
 * dialog that opens under a held Enter would be confirmed unread.
 */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (!event.repeat) return
  const { key, target } = event
  // In a field, Enter submits the form, and Space is text.
  const presses = target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')
  const submits = target instanceof HTMLInputElement && key === 'Enter'
  if (presses || submits) event.preventDefault()
}
