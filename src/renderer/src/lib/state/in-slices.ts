/** Long enough to make progress, short enough not to delay keys and scrolling. */
const sliceMilliseconds = 8

/**
 * Runs work piece by piece if it would otherwise block the page: the generator yields wherever it may be interrupted.
 * Returns undefined if `isStale` reports that the result is no longer needed. The first slice contains only one piece,
 * so that work that begins while the page is drawing does not prolong the drawing. Short work still ends before anyone
 * notices.
 */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result>
export async function inSlices<Result>(
  work: Generator<void, Result>,
  isStale: () => boolean,
): Promise<Result | undefined>
export async function inSlices<Result>(
  work: Generator<void, Result>,
  isStale: () => boolean = () => false,
): Promise<Result | undefined> {
  for (let slice = 0; ; slice = sliceMilliseconds) {
    const end = performance.now() + slice
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < end)
    await pause()
    if (isStale()) return undefined
  }
}

/** A message arrives sooner than a timer, which browsers delay by 4 ms after a few rounds. */
function pause(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}
