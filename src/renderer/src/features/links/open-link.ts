import { tick } from 'svelte'
import { findPlace, readMailroomLink, type LinkPlace } from '#shared/domain/app/mailroom-link.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'

/** What would go with everything that was entered in it. Drafts are saved when they are left. */
const unsaved = 'dialog:modal, [data-unsaved]'

type Options = {
  /** Closes what lies over the view. */
  readonly closeDialogs?: () => void
  /** The user asked for it in this window, so nobody is surprised. */
  readonly isExpected?: boolean
}

/** Goes where a link leads, as the user would by clicks. It changes nothing else, and a link that leads nowhere only says so. */
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
  app.toasts.warn('A link would close this form, and what you entered in it would be lost.', {
    action: { label: 'Open link', run: go },
    duration: null,
  })
}

async function goTo(app: AppState, { accountId, segments, query }: LinkPlace): Promise<void> {
  if (accountId !== app.currentId) {
    await app.host.invoke('accounts.select', { id: accountId })
    await app.readAccounts()
    // The account first opens where it was left.
    await tick()
  }
  app.router.go(segments, query)
}
