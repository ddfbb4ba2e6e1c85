/* global document, location, requestAnimationFrame, MutationObserver */
// Runs inside the measured page. `globalThis.bench` is what page.ts asks.

const quiet = 500

/**
 * Goes to another address of the page, and resolves with the time until the frame after the last change that follows: a
 * panel that comes late counts.
 */
function painted(hash) {
  return new Promise((resolve) => {
    const from = performance.now()
    let last = 0
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(end, quiet)
      requestAnimationFrame(() => setTimeout(() => (last = performance.now() - from)))
    })
    const end = () => {
      observer.disconnect()
      resolve(last)
    }
    let timer = setTimeout(end, quiet * 10)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    location.hash = hash
  })
}

globalThis.bench = { painted }
