import type { PageAddress } from './page-address.ts'

/** Frames without a URL, such as previews, contain one of these documents, which inherit the page’s policy. */
const emptyDocuments = new Set(['about:blank', 'about:srcdoc'])

/** The page may reload itself, and its frames may be empty or previews. Any other navigation would replace the app. */
export function mayNavigate(page: PageAddress, url: string, isMainFrame: boolean): boolean {
  return isMainFrame ? page.isPage(url) : emptyDocuments.has(url)
}

/** The page needs only one permission: to copy tables, charts and keys when the user clicks a button. */
export function mayUsePermission(page: PageAddress, permission: string, url: string, isMainFrame: boolean): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && page.owns(url)
}

/** A second line of defence: a request that the page’s policy misses still doesn’t leave the machine. */
export function mayRequest(page: PageAddress, url: string): boolean {
  if (page.owns(url)) return true
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  return protocol === 'data:' || protocol === 'blob:' || protocol === 'devtools:'
}

type Frame = { readonly url: string; readonly parent: unknown }

/**
 * Only the page’s own top-level document may make calls. Frames in it may not, and neither may a document that has
 * since been replaced.
 */
export function mayAsk(page: PageAddress, frame: Frame | null): boolean {
  return frame !== null && frame.parent === null && page.owns(frame.url)
}
