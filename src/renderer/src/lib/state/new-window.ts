import type { AppInfo } from '#shared/contract/app.ts'

/** Opens another Mailroom window, or a tab if the browser prefers, at a page address such as `#/dashboard`. */
export function openWindow(hash: string): void {
  // Neither window has access to the other. They share only saved data.
  window.open(location.pathname + hash, '_blank', 'noopener')
}

/**
 * Returns the item for menus and buttons. In a browser, its label says “tab”, because the browser may not open a
 * window.
 */
export function newWindowItem({ capabilities }: AppInfo, hash: string) {
  return {
    label: capabilities.window ? 'Open in new window' : 'Open in new tab',
    icon: 'external-link',
    onselect: () => openWindow(hash),
  } as const
}
