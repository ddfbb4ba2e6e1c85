import type { Attachment } from 'svelte/attachments'

/**
 * Reports an element’s size initially and in the frame after each change. A size binding reports immediately: if the report
 * changes content next to the element, the browser considers that a loop and reports an error.
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
