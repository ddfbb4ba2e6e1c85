/**
 * The actions in the native menu, by their id in the palette. The page receives them as the event `app.action`, and a
 * test proves that it handles each of them.
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
