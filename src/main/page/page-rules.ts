import type { PageAddress } from './page-address.ts'

/** The documents of frames that don't have their own, such as previews, which inherit the page's policy. */
const emptyDocuments = new Set(['about:blank', 'about:srcdoc'])

/** The page may reload itself; its frames may be empty or previews. Everything else would replace the app. */
export function mayNavigate(page: PageAddress, url: string, isMainFrame: boolean): boolean {
  return isMainFrame ? page.isPage(url) : emptyDocuments.has(url)
}

/** The page needs only the permission to copy: tables, charts and keys are copied by a click. */
export function mayUsePermission(page: PageAddress, permission: string, url: string, isMainFrame: boolean): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && page.owns(url)
}

/** Supplements the page's policy: a request that gets past it still does not leave the machine. */
export function mayRequest(page: PageAddress, url: string): boolean {
  if (page.owns(url)) return true
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  return protocol === 'data:' || protocol === 'blob:' || protocol === 'devtools:'
}

type Frame = { readonly url: string; readonly parent: unknown }

/** Only the page's own top document may call: no frame in it, and no document that is gone by now. */
export function mayAsk(page: PageAddress, frame: Frame | null): boolean {
  return frame !== null && frame.parent === null && page.owns(frame.url)
}
