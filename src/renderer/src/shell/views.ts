import type { Component } from 'svelte'
import type { Account } from '#shared/contract/accounts.ts'
import type { SidebarEntry } from '../features/settings/index.ts'
import type { IconName } from '../lib/ui/icons/icons.ts'

export type ViewDefinition = {
  /** The first segment of the hash path. */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /**
   * `account`: needs an account. `app`: needs none, and is in the sidebar. `hidden`: needs none, and is not in the
   * sidebar. `link`: belongs to an account, but is opened only by links, because its path needs more segments.
   */
  readonly place: 'account' | 'app' | 'hidden' | 'link'
  readonly group?: SidebarEntry['group']
  /** Returns false for accounts that have nothing to show here. */
  readonly offered?: (account: Account) => boolean
  /** Each view is a separate chunk that is loaded when the view is opened. */
  readonly load: () => Promise<{ default: Component }>
}

/**
 * The only list of views, read by the sidebar, the palette, the shortcuts and the router. The sidebar and the numbered
 * shortcuts follow its order.
 */
const views: readonly ViewDefinition[] = [
  {
    path: 'overview',
    title: 'Overview',
    icon: 'home',
    place: 'account',
    group: 'monitor',
    load: () => import('../views/OverviewView.svelte'),
  },
  {
    path: 'dashboard',
    title: 'Dashboard',
    icon: 'chart',
    place: 'account',
    group: 'monitor',
    load: () => import('../views/DashboardView.svelte'),
  },
  {
    path: 'messages',
    title: 'Messages',
    icon: 'mail',
    place: 'account',
    group: 'monitor',
    load: () => import('../views/MessagesView.svelte'),
  },
  {
    path: 'recipients',
    title: 'Recipients',
    icon: 'user',
    place: 'account',
    group: 'monitor',
    load: () => import('../views/RecipientsView.svelte'),
  },
  {
    path: 'alerts',
    title: 'Alerts',
    icon: 'bell',
    place: 'account',
    group: 'monitor',
    offered: (account) => account.storeHistory,
    load: () => import('../views/AlertsView.svelte'),
  },
  {
    path: 'exports',
    title: 'Exports',
    icon: 'download',
    place: 'account',
    group: 'monitor',
    load: () => import('../views/ExportsView.svelte'),
  },
  {
    path: 'compose',
    title: 'Compose',
    icon: 'edit',
    place: 'account',
    group: 'send',
    load: () => import('../views/ComposeView.svelte'),
  },
  {
    path: 'templates',
    title: 'Templates',
    icon: 'template',
    place: 'account',
    group: 'send',
    load: () => import('../views/TemplatesView.svelte'),
  },
  {
    path: 'blacklists',
    title: 'Blacklists',
    icon: 'ban',
    place: 'account',
    group: 'account',
    load: () => import('../views/BlacklistsView.svelte'),
  },
  {
    path: 'domains',
    title: 'Domains',
    icon: 'globe',
    place: 'account',
    group: 'account',
    load: () => import('../views/DomainsView.svelte'),
  },
  {
    path: 'users',
    title: 'Users',
    icon: 'users',
    place: 'account',
    group: 'account',
    load: () => import('../views/UsersView.svelte'),
  },
  {
    path: 'keys',
    title: 'API keys',
    icon: 'key',
    place: 'account',
    group: 'develop',
    load: () => import('../views/KeysView.svelte'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    icon: 'zap',
    place: 'account',
    group: 'develop',
    load: () => import('../views/WebhooksView.svelte'),
  },
  {
    path: 'sandbox',
    title: 'Sandbox',
    icon: 'sandbox',
    place: 'account',
    group: 'develop',
    offered: (account) => account.kind === 'sandbox',
    load: () => import('../views/SandboxView.svelte'),
  },
  {
    path: 'message',
    title: 'Message',
    icon: 'mail',
    place: 'link',
    load: () => import('../views/MessageView.svelte'),
  },
  {
    path: 'accounts',
    title: 'Accounts',
    icon: 'id-card',
    place: 'app',
    group: 'app',
    load: () => import('../views/AccountsView.svelte'),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: 'settings',
    place: 'app',
    group: 'app',
    load: () => import('../views/SettingsView.svelte'),
  },
  { path: 'logs', title: 'Logs', icon: 'list', place: 'hidden', load: () => import('../views/LogsView.svelte') },
  {
    path: 'manual',
    title: 'Manual',
    icon: 'help',
    place: 'hidden',
    load: () => import('../views/ManualView.svelte'),
  },
  {
    path: 'about',
    title: 'About Mailroom',
    icon: 'info',
    place: 'hidden',
    load: () => import('../views/AboutView.svelte'),
  },
]

export function viewAt(path: string): ViewDefinition | undefined {
  return views.find((view) => view.path === path)
}

export function offeredViews(account: Account | null): readonly ViewDefinition[] {
  return views.filter(({ place, offered }) => {
    if (place === 'link') return false
    return place !== 'account' || (account !== null && (offered?.(account) ?? true))
  })
}

export function listedViews(account: Account | null): readonly SidebarEntry[] {
  return offeredViews(account).flatMap(({ path, title, icon, group }) => (group ? [{ path, title, icon, group }] : []))
}
