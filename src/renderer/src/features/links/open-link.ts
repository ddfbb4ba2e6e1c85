import { tick } from 'svelte'
import { findPlace, readMailroomLink, type LinkPlace } from '#shared/domain/app/mailroom-link.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/**
 * Elements that would disappear along with everything entered in them. Drafts are not included, because they are saved when
 * left.
 */
const unsaved = 'dialog:modal, [data-unsaved]'

type Options = {
  readonly closeDialogs?: () => void
  /** Whether the user requested the link in this window and therefore expects the view to change. */
  readonly isExpected?: boolean
}

/** Navigates to a link’s target as if by clicks. Nothing else changes, and a link without a target only shows an error. */
export function openLink(app: AppState, text: string, { closeDialogs, isExpected = false }: Options = {}): void {
  const link = readMailroomLink(text)
  const place = 'problem' in link ? link : findPlace(link, app.accounts, app.currentId)
  if ('problem' in place) {
    app.toasts.error(place.problem)
    return
  }
  const go = () => {
    closeDialogs?.()
    void app.attempt(() => goToPlace(app, place))
  }
  if (isExpected) return go()
  const message = 'If you open the link, this form closes and your entries are lost.'
  leaveView(app, { message, label: 'Open link', go })
}

type Leave = { readonly message: string; readonly label: string; readonly go: () => void }

/** Leaves the view. If that would lose entries, the user is asked first. */
export function leaveView(app: AppState, { message, label, go }: Leave): void {
  if (document.querySelector(unsaved) === null) return go()
  app.toasts.warn(message, { action: { label, run: go }, duration: null })
}

/** Switches to the place’s account if another one is current. */
export async function goToPlace(app: AppState, { accountId, segments, query }: LinkPlace): Promise<void> {
  if (accountId !== app.currentId) {
    await app.host.invoke('accounts.select', { id: accountId })
    await app.readAccounts()
    // A newly selected account first opens the view in which the user left it.
    await tick()
  }
  app.router.go(segments, query)
}
