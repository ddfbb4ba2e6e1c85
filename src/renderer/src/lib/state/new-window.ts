import type { AppInfo } from '#shared/contract/app.ts'

/** Opens one more window of Mailroom, or a tab where the browser decides, at an address of the page such as `#/dashboard`. */
export function openWindow(hash: string): void {
  // Neither window can reach into the other. They share only what is saved.
  window.open(location.pathname + hash, '_blank', 'noopener')
}

/** For menus and buttons, in the words of the host. */
export function newWindowItem({ capabilities }: AppInfo, hash: string) {
  return {
    label: capabilities.window ? 'Open in new window' : 'Open in new tab',
    icon: 'external-link',
    onselect: () => openWindow(hash),
  } as const
}
