type Page = {
  readonly name: string
  readonly title: string
  /** The views that the page explains. */
  readonly views: readonly string[]
}

/** In the order of docs/manual/README.md. */
export const manualPages: readonly Page[] = [
  { name: 'start', title: 'Start and first steps', views: [] },
  { name: 'desktop', title: 'The desktop app', views: [] },
  { name: 'accounts', title: 'Accounts', views: ['accounts', 'overview'] },
  { name: 'messages', title: 'Messages and recipients', views: ['messages', 'message', 'recipients'] },
  { name: 'search', title: 'The search language', views: [] },
  { name: 'dashboards', title: 'Dashboards, alerts and reports', views: ['dashboard', 'alerts'] },
  { name: 'counting', title: 'How figures are counted', views: [] },
  { name: 'exports', title: 'Exports', views: ['exports'] },
  { name: 'compose', title: 'Compose and send', views: ['compose'] },
  { name: 'templates', title: 'Templates', views: ['templates'] },
  { name: 'blacklists', title: 'Blacklists', views: ['blacklists'] },
  { name: 'domains', title: 'Domains', views: ['domains'] },
  { name: 'keys', title: 'API keys, users and webhooks', views: ['keys', 'users', 'webhooks'] },
  { name: 'sandbox', title: 'The sandbox', views: ['sandbox'] },
  { name: 'command-line', title: 'The command line', views: [] },
  { name: 'cli', title: 'All commands', views: [] },
  { name: 'shell', title: 'Windows, keys and settings', views: ['settings', 'logs'] },
]

export const manualPageOf = (view: string): string =>
  manualPages.find(({ views }) => views.includes(view))?.name ?? 'start'
