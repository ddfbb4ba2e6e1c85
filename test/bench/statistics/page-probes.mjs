/* global document, location, requestAnimationFrame, MutationObserver */
// Runs inside the measured page. page.ts calls `globalThis.bench`.

const quiet = 500

/**
 * Navigates to another address in the page, and resolves with the time until the frame after the last change, so that
 * late panels count.
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
