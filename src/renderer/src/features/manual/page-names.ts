type Page = {
  readonly name: string
  readonly title: string
  /** The views that the page explains. */
  readonly views: readonly string[]
}

/** The pages in the same order as in docs/manual/README.md. */
export const manualPages: readonly Page[] = [
  { name: 'start', title: 'Start Mailroom', views: [] },
  { name: 'desktop', title: 'Install the desktop app', views: ['about'] },
  { name: 'accounts', title: 'Connect an account', views: ['accounts', 'overview'] },
  { name: 'messages', title: 'Find out whether somebody got a message', views: ['messages', 'message', 'recipients'] },
  { name: 'search', title: 'The search language', views: [] },
  { name: 'history', title: 'Keep the history of an account', views: [] },
  { name: 'team-archive', title: 'Share an archive with your team', views: [] },
  { name: 'dashboards', title: 'Find out why more mail fails', views: ['dashboard'] },
  { name: 'counting', title: 'How figures are counted', views: [] },
  { name: 'alerts', title: 'Get alerts', views: ['alerts'] },
  { name: 'reports', title: 'Report to a customer every Monday', views: [] },
  { name: 'exports', title: 'Export messages to a file', views: ['exports'] },
  { name: 'compose', title: 'Send to a list', views: ['compose'] },
  { name: 'templates', title: 'Change a template', views: ['templates'] },
  { name: 'blacklists', title: 'Let somebody receive mail again', views: ['blacklists'] },
  { name: 'domains', title: 'Set up a sending domain', views: ['domains'] },
  { name: 'keys', title: 'Replace an API key', views: ['keys', 'users', 'webhooks'] },
  { name: 'sandbox', title: 'Develop against the sandbox', views: ['sandbox'] },
  { name: 'test-suites', title: 'Test with the sandbox', views: [] },
  { name: 'sandbox-tls', title: 'Use TLS with the sandbox', views: [] },
  { name: 'command-line', title: 'Automate with the command line', views: [] },
  { name: 'cli', title: 'All commands', views: [] },
  { name: 'server', title: 'Run Mailroom on a server', views: [] },
  { name: 'shell', title: 'Use the keyboard and change settings', views: ['settings'] },
  { name: 'trouble', title: 'When something doesn’t work', views: ['logs'] },
]

export const manualPageOf = (view: string): string =>
  manualPages.find(({ views }) => views.includes(view))?.name ?? 'start'
