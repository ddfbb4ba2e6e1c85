import type { Attachment } from 'svelte/attachments'

/**
 * Reports the room of an element at first, and in the frame after it changed. A binding of its size reports at once: where the report changes
 * what is beside the element, the browser takes that for a loop and reports an error.
 */
export function onResize(report: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (element) => {
    let frame = 0
    const measure = () => report(element.clientWidth, element.clientHeight)
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    })
    measure()
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }
}
