/**
 * Native menu actions: palette action ids that are sent to the page as the event `app.action`. A list, so that a test can
 * prove that the page handles all of them.
 */
export const menuActions = [
  'compose.new',
  'window.new',
  'palette.open',
  'settings.open',
  'manual.open',
  'keys.open',
  'about.open',
  'accounts.add',
  'sidebar.toggle',
  'inspector.toggle',
  'jobs.toggle',
] as const
export type MenuAction = (typeof menuActions)[number]
