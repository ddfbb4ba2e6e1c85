import { untrack } from 'svelte'
import type { AppState } from '../lib/state/app-state.svelte.ts'
import { parseHash } from '../lib/state/route.ts'
import { offeredViews, viewAt } from './views.ts'

/** The maximum length of an address that the settings store. */
const longest = 4000

const nameOf = (accountId: string) => `lastView:${accountId}`

/** A view tied to an account, such as a search or a message, has no meaning in another account. */
function isOfAccount(path: string): boolean {
  const place = viewAt(path)?.place
  return place === 'account' || place === 'link'
}

/**
 * Gives the window an address: at start, the user’s last address, and after switching accounts, the address where the
 * user left the account. An account without such an address opens with the first view. Call this while the shell is
 * being created.
 */
export function followAddress(app: AppState, isWelcome: () => boolean): void {
  app.router.restore(app.settings.lastView)
  // Views read their own address, so it must be set before they are drawn.
  $effect.pre(() => {
    if (!isWelcome() && app.router.route.path === '') untrack(() => openAccount(app))
  })
  let opened = app.currentId
  $effect.pre(() => {
    const id = app.currentId
    if (id === opened) return
    const isSwitch = opened !== null && id !== null
    opened = id
    if (isSwitch && isOfAccount(untrack(() => app.router.route.path))) untrack(() => openAccount(app))
  })
  saveAddress(app)
}

function openAccount(app: AppState): void {
  const saved = app.currentId === null ? '' : app.settings.viewState[nameOf(app.currentId)]
  const { path, segments, query } = parseHash(typeof saved === 'string' ? saved : '')
  const offered = offeredViews(app.current)
  const isKnown = isOfAccount(path) && (viewAt(path)?.place === 'link' || offered.some((view) => view.path === path))
  if (isKnown) app.router.replace(segments, Object.fromEntries(query))
  else app.router.replace([offered[0]!.path])
}

function saveAddress(app: AppState): void {
  /** Each address is saved only once: if the disk refuses it, the save must not be repeated endlessly. */
  let tried = ''
  // The address of another view is saved immediately. Within a view, it is saved once it stops changing, because typing
  // a search changes it with every key press.
  $effect(() => {
    const { hash, route } = app.router
    const id = app.currentId
    if (!viewAt(route.path) || hash === tried) return
    const delay = parseHash(tried).path === route.path ? 500 : 0
    const timer = setTimeout(() => {
      const lastView = (tried = hash).slice(0, longest)
      const ofAccount = id !== null && isOfAccount(route.path) && { viewState: { [nameOf(id)]: lastView } }
      // The app starts with the account that was selected last.
      app.change({ ...(!app.isApart && { lastView }), ...ofAccount })
    }, delay)
    return () => clearTimeout(timer)
  })
}
