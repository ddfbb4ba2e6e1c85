/** Calls back when the user presses outside these elements, until the returned function is called. */
export function onPressOutside(elements: readonly (Element | undefined)[], pressed: () => void): () => void {
  const listen = ({ target }: Event) => {
    if (!(target instanceof Node && elements.some((element) => element?.contains(target)))) pressed()
  }
  addEventListener('pointerdown', listen, true)
  return () => removeEventListener('pointerdown', listen, true)
}

/** Returns the focus from a closing panel unless another element has taken it: a choice may have opened a dialog. */
export function returnFocus(panel: Element, before: Element | null): void {
  const focused = document.activeElement
  const isLost = !focused || focused === document.body
  if (before instanceof HTMLElement && (isLost || panel.contains(focused))) before.focus()
}
