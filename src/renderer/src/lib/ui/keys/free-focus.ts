/**
 * Call this when a field that disappears on blur loses the focus. Resolves to true if no other element has taken the
 * focus.
 */
export async function isFocusFree(): Promise<boolean> {
  // During a blur event, the control that is entered does not have the focus yet.
  await new Promise(requestAnimationFrame)
  return document.activeElement === document.body
}
