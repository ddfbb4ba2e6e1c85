import type { Account } from '#shared/contract/accounts.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import { blacklistLabel } from '../features/blacklists/index.ts'
import { sandboxTabs } from '../features/sandbox/index.ts'
import { offeredViews } from './views.ts'

/** A tab or list in a view that the palette can open. */
export type ViewPart = {
  readonly title: string
  readonly segments: readonly string[]
  readonly query?: Readonly<Record<string, string>>
}

function partsOf(path: string, account: Account): readonly ViewPart[] {
  switch (path) {
    case 'dashboard':
      return [
        ...(account.storeHistory ? [{ title: 'Archive', segments: [path], query: { source: 'archive' } }] : []),
        { title: 'Service', segments: [path], query: { source: 'service' } },
        { title: 'Compare with the service', segments: [path], query: { view: 'reconcile' } },
      ]
    case 'blacklists':
      return blacklistTypes.map((type) => ({ title: blacklistLabel(type), segments: [path, type] }))
    case 'compose':
      return [
        { title: 'Drafts', segments: [path] },
        { title: 'Sent and scheduled', segments: [path, 'sent'] },
      ]
    case 'exports':
      return [{ title: 'Schedules', segments: [path, 'schedules'] }]
    case 'sandbox':
      return sandboxTabs.map(({ value, label }) => ({ title: label, segments: [path, value] }))
    default:
      return []
  }
}

/** Returns the parts of all of an account’s views, with the view in their titles: "Sandbox › Requests". */
export function viewParts(
  account: Account,
): (ViewPart & { readonly icon: ReturnType<typeof offeredViews>[0]['icon'] })[] {
  return offeredViews(account).flatMap(({ path, title, icon }) =>
    partsOf(path, account).map((part) => ({ ...part, title: `${title} › ${part.title}`, icon })),
  )
}
