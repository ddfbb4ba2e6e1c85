import type { Settings } from '#shared/contract/settings.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

/** The groups of the sidebar, in order. The last one is at the foot of the sidebar, without its title. */
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

/** Hidden views are shown again from Settings, so its entry stays, and the list is never empty. */
export function canHide(path: string): boolean {
  return path !== 'settings'
}

/** Reads the value from `viewState`, which may be anything. */
export function readHidden(viewState: Settings['viewState']): readonly string[] {
  const value = viewState['hiddenViews']
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string').filter(canHide) : []
}

/** Leaves out groups without entries. */
export function groupEntries(entries: readonly SidebarEntry[]): SidebarGroup[] {
  return sidebarGroups
    .map(({ id, title }) => ({ id, title, entries: entries.filter(({ group }) => group === id) }))
    .filter((group) => group.entries.length > 0)
}

/** The entries that are not hidden, and the open view: the list always shows where the user is. */
export function shownEntries(
  entries: readonly SidebarEntry[],
  hidden: readonly string[],
  open: string,
): SidebarEntry[] {
  return entries.filter(({ path }) => path === open || !hidden.includes(path))
}
