/** Nothing of them could be shown. Templates too: what they hold may become part of the document. */
const parts = 'iframe, frame, object, embed, link, template'
const mostPasses = 5

/**
 * The document of an email without what leads to other hosts. The policy refuses what that would load, but a browser connects
 * to the host of a frame, or asks for the address of a link's, before or without asking the policy: whoever sent the mail
 * could see when it is looked at, and from where.
 */
export function unconnected(text: string): string {
  let rest = text
  // More than once, as markup that was written to be misread may mean something else when it is read again.
  for (let pass = 0; pass < mostPasses; pass++) {
    // Nothing is fetched and nothing runs in a document that is only parsed.
    const { documentElement } = new DOMParser().parseFromString(rest, 'text/html')
    const found = documentElement.querySelectorAll(parts)
    if (found.length === 0) return rest
    for (const element of found) element.remove()
    rest = `<!doctype html>${documentElement.outerHTML}`
  }
  // What brings forth ever new ones is no mail that anybody was meant to read.
  return ''
}
