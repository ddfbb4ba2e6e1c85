import type { Settings } from '#shared/contract/settings.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

/** The groups in the sidebar, in order. The last group is at the bottom of the sidebar, without its title. */
const sidebarGroups = [
  { id: 'monitor', title: 'Monitor' },
  { id: 'send', title: 'Send' },
  { id: 'account', title: 'Account' },
  { id: 'develop', title: 'Develop' },
  { id: 'app', title: 'Mailroom' },
] as const
type SidebarGroupId = (typeof sidebarGroups)[number]['id']

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

/** Hidden views are restored in Settings, so the entry for Settings can’t be hidden, and the list is never empty. */
export function canHide(path: string): boolean {
  return path !== 'settings'
}

/** Reads the value from `viewState`, which may contain anything. */
export function readHidden(viewState: Settings['viewState']): readonly string[] {
  const value = viewState['hiddenViews']
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string').filter(canHide) : []
}

export function groupEntries(entries: readonly SidebarEntry[]): SidebarGroup[] {
  return sidebarGroups
    .map(({ id, title }) => ({ id, title, entries: entries.filter(({ group }) => group === id) }))
    .filter((group) => group.entries.length > 0)
}

/** Returns the entries that are not hidden, plus the open view, so that the list always shows where the user is. */
export function shownEntries(
  entries: readonly SidebarEntry[],
  hidden: readonly string[],
  open: string,
): SidebarEntry[] {
  return entries.filter(({ path }) => path === open || !hidden.includes(path))
}
