/** Moves the focus once `wait` has ended, unless the user has moved it elsewhere in the meantime. */
export async function focusUnlessMoved(wait: Promise<unknown>, focus: () => void): Promise<void> {
  const before = document.activeElement
  await wait
  const now = document.activeElement
  if (now === before || now === document.body) focus()
}
