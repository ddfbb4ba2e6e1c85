export type MailSize = 'usual' | 'large' | 'deep'

const mostLetters = 2_000_000
const mostElements = 20_000
const mostDepth = 256
/**
 * The tags read at a time: enough to be quick for any email, and few enough that the worst one can't exceed the limits by
 * much.
 */
const tagsAtATime = 128
const lettersAtATime = 65_536
/** Elements between two checks of the depth, each of which walks the whole document. */
const elementsBetweenChecks = 512

/**
 * Whether a message can be shown without blocking the page. The browser's own parser reads it piece by piece: its time grows
 * with the square of the depth and of unclosed `b` elements (43 KB took 55 s), and counting tags in the text does not
 * predict what it makes of them. A document without a window fetches nothing and runs nothing. A long message is read in
 * slices.
 */
export function* mailSize(html: string): Generator<void, MailSize> {
  if (html.length > mostLetters) return 'large'
  const draft = document.implementation.createHTMLDocument('')
  draft.open()
  // Taken before the message is in the document: an image with the name of a method would replace it.
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

/** A walker moves without reading properties of elements, which form fields may replace. */
function isDeep(walker: TreeWalker): boolean {
  walker.currentNode = walker.root
  // The document is the root, and `html` has no depth.
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
