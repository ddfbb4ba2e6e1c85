/**
 * What a native menu asks of the page: each is the id of a palette action, sent as the event `app.action`.
 * A list, so that the page can prove that it answers every one of them.
 */
export const menuActions = [
  'palette.open',
  'settings.open',
  'keys.open',
  'about.open',
  'accounts.add',
  'sidebar.toggle',
  'inspector.toggle',
  'jobs.toggle',
] as const
export type MenuAction = (typeof menuActions)[number]
