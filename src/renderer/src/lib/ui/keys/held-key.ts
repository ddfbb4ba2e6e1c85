/**
 * Makes a held key press a button only once. Otherwise, browsers press whichever button has the focus at every repeat:
 * a dialog that opens while Enter is held would be confirmed unread.
 */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (!event.repeat) return
  const { key, target } = event
  // In a field, Enter submits the form, and Space is text.
  const presses = target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')
  const submits = target instanceof HTMLInputElement && key === 'Enter'
  if (presses || submits) event.preventDefault()
}
