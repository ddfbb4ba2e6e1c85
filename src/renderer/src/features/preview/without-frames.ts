/** Templates too: what they hold may become part of the document. */
const frames = 'iframe, frame, template'
const mostPasses = 5

/**
 * The document of an email without its frames. The policy refuses what they would load, but a browser connects to the host
 * of a frame before it asks the policy: whoever sent the mail could see when it is looked at, and from where.
 */
export function withoutFrames(text: string): string {
  let rest = text
  // More than once, as markup that was written to be misread may mean something else when it is read again.
  for (let pass = 0; pass < mostPasses; pass++) {
    // Nothing is fetched and nothing runs in a document that is only parsed.
    const { documentElement } = new DOMParser().parseFromString(rest, 'text/html')
    const found = documentElement.querySelectorAll(frames)
    if (found.length === 0) return rest
    for (const element of found) element.remove()
    rest = `<!doctype html>${documentElement.outerHTML}`
  }
  // What brings forth ever new ones is no mail that anybody was meant to read.
  return ''
}
