/**
 * The actions in the native menu, by their ids in the palette. When one is chosen, the page receives the event
 * `app.action`. A test proves that it handles all of them.
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
