/**
 * Follows the pointer from a press of the main button on a handle until the release. With `after`, the press becomes a
 * drag once the pointer has moved that many pixels: until then, it may be a click on something in the handle.
 */
export function followDrag(event: PointerEvent, moved: (event: PointerEvent) => void, { after = 0 } = {}): void {
  const handle = event.currentTarget
  if (!(handle instanceof HTMLElement) || event.button !== 0) return
  const start = () => {
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', moved)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', moved), {
      once: true,
    })
  }
  if (after === 0) {
    event.preventDefault()
    start()
    return
  }
  const waiting = new AbortController()
  const { signal } = waiting
  const wait = (move: PointerEvent) => {
    const isHeld = (move.buttons & 1) !== 0
    const isDrag = Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) >= after
    if (isHeld && !isDrag) return
    waiting.abort()
    if (!isHeld) return
    start()
    moved(move)
  }
  handle.addEventListener('pointermove', wait, { signal })
  handle.addEventListener('pointerup', () => waiting.abort(), { signal })
}
