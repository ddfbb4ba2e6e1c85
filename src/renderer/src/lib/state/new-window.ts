import type { AppState } from './app-state.svelte.ts'

/** Opens another Mailroom window, or a tab if the browser prefers, at a page address such as `#/dashboard`. */
export function openWindow(app: AppState, hash: string): void {
  // It opens with the account that was selected last, which may be another window’s.
  if (app.isApart) void app.host.invoke('accounts.select', { id: app.currentId! }).catch(app.fail)
  // Neither window has access to the other. They share only saved data.
  window.open(location.pathname + hash, '_blank', 'noopener')
}

/**
 * Returns the item for menus and buttons. In a browser, its label says “tab”, because the browser may not open a
 * window.
 */
export function newWindowItem(app: AppState, hash: string) {
  return {
    label: app.info.capabilities.window ? 'Open in new window' : 'Open in new tab',
    icon: 'external-link',
    onselect: () => openWindow(app, hash),
  } as const
}
