import type { Settings } from '#shared/contract/settings.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

/** The groups of the sidebar, in their order. The last one stands at the foot of it, without its title. */
const sidebarGroups = [
  { id: 'monitor', title: 'Monitor' },
  { id: 'send', title: 'Send' },
  { id: 'account', title: 'Account' },
  { id: 'develop', title: 'Develop' },
  { id: 'app', title: 'Mailroom' },
] as const
type SidebarGroupId = (typeof sidebarGroups)[number]['id']

/** A view that the sidebar lists. */
export type SidebarEntry = {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  readonly group: SidebarGroupId
}

export type SidebarGroup = {
  readonly id: SidebarGroupId
  readonly title: string
  readonly entries: readonly SidebarEntry[]
}

/** Views are shown again in Settings, so its entry stays, and the list is never empty. */
export function canHide(path: string): boolean {
  return path !== 'settings'
}

/** Of what `viewState` has, which may be anything. */
export function readHidden(viewState: Settings['viewState']): readonly string[] {
  const value = viewState['hiddenViews']
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string').filter(canHide) : []
}

/** Without groups that have no entry. */
export function groupEntries(entries: readonly SidebarEntry[]): SidebarGroup[] {
  return sidebarGroups
    .map(({ id, title }) => ({ id, title, entries: entries.filter(({ group }) => group === id) }))
    .filter((group) => group.entries.length > 0)
}

/** What is not hidden, and the view that is open: the list always says where the user is. */
export function shownEntries(
  entries: readonly SidebarEntry[],
  hidden: readonly string[],
  open: string,
): SidebarEntry[] {
  return entries.filter(({ path }) => path === open || !hidden.includes(path))
}
