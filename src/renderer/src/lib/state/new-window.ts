import type { AppInfo } from '#shared/contract/app.ts'

/** Opens another window of Mailroom, or a tab if the browser prefers, at an address of the page such as `#/dashboard`. */
export function openWindow(hash: string): void {
  // Neither window has access to the other. They share only what is saved.
  window.open(location.pathname + hash, '_blank', 'noopener')
}

/** The item for menus and buttons, in the words of the host. */
export function newWindowItem({ capabilities }: AppInfo, hash: string) {
  return {
    label: capabilities.window ? 'Open in new window' : 'Open in new tab',
    icon: 'external-link',
    onselect: () => openWindow(hash),
  } as const
}
