/** Call this when a field that is removed on leaving it loses the focus. Resolves to whether nothing else has taken it. */
export async function isFocusFree(): Promise<boolean> {
  // During a blur event, the control that is entered does not have the focus yet.
  await new Promise(requestAnimationFrame)
  return document.activeElement === document.body
}
