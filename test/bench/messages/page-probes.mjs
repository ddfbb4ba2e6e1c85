/* global document, requestAnimationFrame, MutationObserver */
// Runs inside the measured page. page.ts calls `globalThis.bench`.

/** The longest time between two frames while a list scrolls from its first row to its last. */
function worstFrame(target, steps) {
  const all = [document.querySelector(target), ...document.querySelectorAll(`${target} *`)]
  const scroller = all.find((element) => element.scrollHeight > element.clientHeight * 50 && element.clientHeight > 100)
  return new Promise((resolve) => {
    let step = 0
    let worst = 0
    let last = performance.now()
    const frame = (now) => {
      if (step > 0) worst = Math.max(worst, now - last)
      last = now
      if (step++ === steps) return resolve(worst)
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * (step / steps)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** The time from the next key press to the frame in which the rows changed; null if they don’t change. */
function armKeystroke() {
  globalThis.benchStroke = new Promise((resolve) => {
    let from = 0
    document.addEventListener('keydown', () => (from = performance.now()), { once: true, capture: true })
    const observer = new MutationObserver(() => {
      observer.disconnect()
      clearTimeout(unchanged)
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    })
    observer.observe(document.querySelector('[role=grid]'), { childList: true, subtree: true, characterData: true })
    const unchanged = setTimeout(() => (observer.disconnect(), resolve(null)), 1000)
  })
}

globalThis.bench = { worstFrame, armKeystroke }
