/** Follows the pointer from its press on a handle, which has to be the main button's, until it is let go. */
export function followDrag(event: PointerEvent, moved: (event: PointerEvent) => void): void {
  const handle = event.currentTarget
  if (!(handle instanceof HTMLElement) || event.button !== 0) return
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', moved)
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', moved), { once: true })
}
