export type MailSize = 'usual' | 'large' | 'deep'

const mostLetters = 2_000_000
const mostElements = 20_000
const mostDepth = 256
/**
 * The number of tags parsed at a time, which is enough to be fast for any email, and small enough that the worst email
 * can’t exceed the limits by much.
 */
const tagsAtATime = 128
const lettersAtATime = 65_536
/** The number of elements between two depth checks, each of which walks the entire document. */
const elementsBetweenChecks = 512

/**
 * Determines whether a message can be shown without blocking the page. The browser’s own parser reads it piece by piece:
 * its running time is quadratic in the depth and in the number of unclosed `b` elements (43 KB took 55 s), and counting
 * tags in the text does not predict what the parser makes of them. A document without a window fetches and executes
 * nothing. A long message is read in slices.
 */
export function* mailSize(html: string): Generator<void, MailSize> {
  if (html.length > mostLetters) return 'large'
  const draft = document.implementation.createHTMLDocument('')
  draft.open()
  // Bound before the message is in the document: an image named after a method would replace that method.
  const write = draft.write.bind(draft)
  const elements = draft.getElementsByTagName('*')
  const walker = draft.createTreeWalker(draft, NodeFilter.SHOW_ELEMENT)
  let checked = 0
  for (let at = 0; at < html.length;) {
    const end = endOfPiece(html, at)
    write(html.slice(at, end))
    at = end
    if (elements.length > mostElements) return 'large'
    if (elements.length < checked + elementsBetweenChecks && at < html.length) continue
    checked = elements.length
    if (isDeep(walker)) return 'deep'
    yield
  }
  return 'usual'
}

function endOfPiece(html: string, start: number): number {
  const limit = Math.min(html.length, start + lettersAtATime)
  let end = start
  for (let tags = 0; tags < tagsAtATime; tags++) {
    end = html.indexOf('<', end + 1)
    if (end < 0 || end >= limit) return limit
  }
  return end
}

/** A tree walker moves without reading element properties, which form fields may override. */
function isDeep(walker: TreeWalker): boolean {
  walker.currentNode = walker.root
  // The root is the document, and `html` has depth 0.
  for (let depth = -1; ;) {
    if (walker.firstChild()) {
      if (++depth > mostDepth) return true
      continue
    }
    while (!walker.nextSibling()) {
      if (!walker.parentNode()) return false
      depth--
    }
  }
}
