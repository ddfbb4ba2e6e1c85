/**
 * Focuses an element of the frame and presses a key in it as soon as it is there, which is before the rest of a
 * large mail.
 */
export function pressOnceDrawn(key: string, find: (frame: Document) => HTMLElement | undefined): Promise<HTMLElement> {
  const found = Promise.withResolvers<HTMLElement>()
  const follow = (frame: Document) => {
    const drawn = new MutationObserver(() => {
      const element = find(frame)
      element?.focus()
      if (!element || frame.activeElement !== element) return
      drawn.disconnect()
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      found.resolve(element)
    })
    drawn.observe(frame, { childList: true, subtree: true })
  }
  const opened = new MutationObserver(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The message, edited in place"]')
    if (!frame) return
    opened.disconnect()
    frame.addEventListener('load', () => follow(frame.contentDocument!))
  })
  opened.observe(document.body, { childList: true, subtree: true })
  return found.promise
}
