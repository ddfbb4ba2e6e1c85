/** Makes everything in `room` except this element inert, until the returned function is called. */
export function inertAround(element: HTMLElement, room: Element): () => void {
  const made: HTMLElement[] = []
  for (let inner: Element = element; inner !== room && inner.parentElement; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.inert) continue
      other.inert = true
      made.push(other)
    }
  }
  return () => {
    for (const other of made) other.inert = false
  }
}
