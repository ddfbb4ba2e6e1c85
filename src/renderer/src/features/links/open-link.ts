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
    void app.attempt(() => goTo(app, place))
  }
  if (isExpected || document.querySelector(unsaved) === null) return go()
  app.toasts.warn('If you open the link, this form closes and your entries are lost.', {
    action: { label: 'Open link', run: go },
    duration: null,
  })
}

async function goTo(app: AppState, { accountId, segments, query }: LinkPlace): Promise<void> {
  if (accountId !== app.currentId) {
    await app.host.invoke('accounts.select', { id: accountId })
    await app.readAccounts()
    // A newly selected account first opens the view in which the user left it.
    await tick()
  }
  app.router.go(segments, query)
}
