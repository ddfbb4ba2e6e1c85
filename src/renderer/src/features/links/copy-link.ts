import { addressOfTarget, longestLink, printMailroomLink, type LinkTarget } from '#shared/domain/app/mailroom-link.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { printHash } from '../../lib/state/route.ts'

/** Copies a link to something in the current account. The link also works in another Mailroom. */
export async function copyLink(app: AppState, target: LinkTarget): Promise<void> {
  const link = linkTo(app, target)
  if (link.length > longestLink) return void app.toasts.error('This is too long for a link. Copy the text instead.')
  await app.attempt(async () => {
    await navigator.clipboard.writeText(link)
    app.toasts.ok('Link copied.')
  })
}

/** Falls back to the address of this page if the system does not open links with Mailroom. */
function linkTo(app: AppState, target: LinkTarget): string {
  // Uses the account’s name, because colleagues with the same account share the name but not the id.
  if (app.info.capabilities.links) return printMailroomLink({ target, account: app.current?.name ?? null })
  const { segments, query } = addressOfTarget(target)
  return location.href.replace(/#.*/s, '') + printHash(segments, query)
}
