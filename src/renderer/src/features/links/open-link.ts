import { findPlace, readMailroomLink } from '#shared/domain/app/mailroom-link.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { goToPlace } from '../../lib/state/go-to-place.ts'
import { leaveView } from '../../lib/state/leave-view.ts'

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
