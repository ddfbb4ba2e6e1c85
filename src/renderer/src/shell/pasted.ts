import { isMailAddress } from '#shared/text/mail-address.ts'
import { parseHash, type Route } from '../lib/state/route.ts'
import { viewAt } from './views.ts'

/** The kind of pasted text: a link to a page in Mailroom, an address, or a possible message id. */
export type Pasted =
  | { readonly kind: 'link'; readonly title: string; readonly route: Route }
  | { readonly kind: 'address'; readonly email: string }
  | { readonly kind: 'id'; readonly id: string }

/** A Mailroom page in either host. Other addresses with the same hash belong to other sites. */
const ownPage = /^(?:app:\/\/[^#]*|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/[^#]*)?(#\/.*)$/s
/** In characters. The ids of all known services contain digits and no spaces. */
const shortestId = 6

export function readPasted(typed: string): Pasted | null {
  const text = typed.trim()
  const hash = ownPage.exec(text)?.[1]
  if (hash !== undefined) {
    const route = parseHash(hash)
    const view = viewAt(route.path)
    return view ? { kind: 'link', title: titleOf(view.title, route.segments), route } : null
  }
  if (isMailAddress(text)) return { kind: 'address', email: text }
  const mayBeId = text.length >= shortestId && /\d/.test(text) && !/[\s@:"]/.test(text)
  return mayBeId ? { kind: 'id', id: text } : null
}

/** A message is named by its recipient, because its id is meaningless to the user. */
function titleOf(view: string, [path, first, second]: readonly string[]): string {
  const name = path === 'message' ? second : first
  return name ? `Open link: ${view} › ${name}` : `Open link: ${view}`
}
