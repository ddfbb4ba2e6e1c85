import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '#shared/contract/base/menu-actions.ts'

type MenuSurroundings = {
  readonly platform: NodeJS.Platform
  readonly developing: boolean
  act(action: MenuAction): void
}

type Item = MenuItemConstructorOptions
const separator: Item = { type: 'separator' }

/** Each platform's own conventions: where Settings, About and Quit are, and what the menus are called. */
export function menuTemplate(around: MenuSurroundings): Item[] {
  const mac = around.platform === 'darwin'
  /** Letters after `&` open menus by keyboard; macOS has no such thing and would show the sign. */
  const label = (text: string): string => (mac ? text.replace('&', '') : text)

  const action = (id: MenuAction, text: string, accelerator?: string): Item => ({
    id,
    label: label(text),
    // The page answers these keys itself, the same in every host; here they are only shown. On macOS the page has
    // the first say anyway, and what it handled does not reach the menu.
    ...(accelerator && { accelerator, registerAccelerator: false }),
    click: () => around.act(id),
  })
  const settings = action('settings.open', mac ? 'Settings…' : '&Settings', 'CmdOrCtrl+,')
  const about = action('about.open', 'About Mailroom')
  const addAccount = action('accounts.add', '&Add Account…')

  const appMenu: Item = {
    label: 'Mailroom',
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  const fileMenu: Item = {
    label: label('&File'),
    submenu: mac
      ? [addAccount, separator, { role: 'close' }]
      : [
          addAccount,
          settings,
          separator,
          { role: 'quit', label: around.platform === 'win32' ? 'E&xit' : '&Quit', accelerator: 'Ctrl+Q' },
        ],
  }
  const editMenu: Item = {
    label: label('&Edit'),
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
      ...(mac
        ? [
            separator,
            { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] } satisfies Item,
          ]
        : []),
    ],
  }
  const viewMenu: Item = {
    label: label('&View'),
    submenu: [
      action('palette.open', '&Command Palette…', 'CmdOrCtrl+K'),
      separator,
      action('sidebar.toggle', 'Toggle &Sidebar', 'CmdOrCtrl+B'),
      action('inspector.toggle', 'Toggle &Inspector', 'CmdOrCtrl+I'),
      action('jobs.toggle', 'Toggle &Jobs', 'CmdOrCtrl+J'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(around.developing ? ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies Item[]) : []),
    ],
  }
  const windowMenu: Item = {
    // The role lets macOS add what it adds to every Window menu.
    role: 'window',
    label: label('&Window'),
    submenu: mac
      ? [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }]
      : [{ role: 'minimize' }, { role: 'close' }],
  }
  const helpMenu: Item = {
    role: 'help',
    label: label('&Help'),
    submenu: [action('keys.open', '&Keyboard Shortcuts'), ...(mac ? [] : [separator, about])],
  }
  return [...(mac ? [appMenu] : []), fileMenu, editMenu, viewMenu, windowMenu, helpMenu]
}
