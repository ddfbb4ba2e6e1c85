export type MailSize = 'usual' | 'large' | 'deep'

const mostLetters = 2_000_000
const mostElements = 20_000
const mostDepth = 256
/** Read at a time: so much that it is quick for any mail, and so little that the worst cannot grow past the limits by much. */
const tagsAtATime = 128
const lettersAtATime = 65_536
/** Between two looks at the depth, which walk through everything. */
const elementsBetweenLooks = 512

/**
 * Whether a message can be shown without holding up the page. Read piece by piece by the parser of the browser itself: its
 * time grows with the square of the depth and of unclosed `b`s, so that 43 KB took it 55 s, and no count of the tags in the
 * text sees what it makes of them. Nothing is fetched and nothing runs in a document without a window.
 */
export function mailSize(html: string): MailSize {
  if (html.length > mostLetters) return 'large'
  const draft = document.implementation.createHTMLDocument('')
  draft.open()
  const elements = draft.getElementsByTagName('*')
  let looked = 0
  for (let at = 0; at < html.length;) {
    const end = endOfPiece(html, at)
    draft.write(html.slice(at, end))
    at = end
    if (elements.length > mostElements) return 'large'
    if (elements.length < looked + elementsBetweenLooks && at < html.length) continue
    looked = elements.length
    if (isDeep(draft.documentElement)) return 'deep'
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

function isDeep(root: Element): boolean {
  let depth = 0
  for (let element: Element | null = root; element;) {
    if (element.firstElementChild) {
      element = element.firstElementChild
      if (++depth > mostDepth) return true
      continue
    }
    while (element && element !== root && !element.nextElementSibling) {
      element = element.parentElement
      depth--
    }
    element = element === root ? null : (element?.nextElementSibling ?? null)
  }
  return false
}
