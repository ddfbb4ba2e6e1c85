import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '#shared/contract/base/menu-actions.ts'

type MenuOptions = {
  readonly platform: NodeJS.Platform
  readonly developing: boolean
  act(action: MenuAction): void
}

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

/** Follows each platform’s conventions for the menu names and the placement of Settings, About and Quit. */
export function menuTemplate(options: MenuOptions): Item[] {
  const menus = new Menus(options)
  return [...menus.app(), menus.file(), menus.edit(), menus.view(), menus.window(), menus.help()]
}

class Menus {
  readonly #options: MenuOptions
  readonly #mac: boolean

  constructor(options: MenuOptions) {
    this.#options = options
    this.#mac = options.platform === 'darwin'
  }

  /** Returns the app menu, which only macOS has. */
  app(): Item[] {
    if (!this.#mac) return []
    const submenu: Item[] = [
      this.#about(),
      separator,
      this.#settings(),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ]
    return [{ label: 'Mailroom', submenu }]
  }

  file(): Item {
    // Shown without its shortcut, a single letter: if the menu had it, text fields would never receive that letter.
    const write = this.#action('compose.new', '&New Message')
    const newWindow = this.#action('window.new', 'New &Window', 'CmdOrCtrl+Shift+N')
    const addAccount = this.#action('accounts.add', '&Add Account…')
    const quitLabel = this.#options.platform === 'win32' ? 'E&xit' : '&Quit'
    const quit: Item = { role: 'quit', label: quitLabel, accelerator: 'Ctrl+Q' }
    return {
      label: this.#label('&File'),
      submenu: this.#mac
        ? [write, newWindow, separator, addAccount, separator, { role: 'close' }]
        : [write, newWindow, separator, addAccount, this.#settings(), separator, quit],
    }
  }

  edit(): Item {
    const submenu: Item[] = [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
    ]
    if (this.#mac) {
      const speech: Item[] = [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }]
      submenu.push(separator, { label: 'Speech', submenu: speech })
    }
    return { label: this.#label('&Edit'), submenu }
  }

  view(): Item {
    const submenu: Item[] = [
      this.#action('palette.open', '&Command Palette…', 'CmdOrCtrl+K'),
      separator,
      this.#action('sidebar.toggle', 'Toggle &Sidebar', 'CmdOrCtrl+B'),
      this.#action('inspector.toggle', 'Toggle &Inspector', 'CmdOrCtrl+I'),
      this.#action('jobs.toggle', 'Toggle &Jobs', 'CmdOrCtrl+J'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The role’s own shortcut is Ctrl and `+`, which needs Shift on most keyboards; browsers accept the key without
      // Shift, too.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ]
    if (this.#options.developing) submenu.push(separator, { role: 'reload' }, { role: 'toggleDevTools' })
    return { label: this.#label('&View'), submenu }
  }

  window(): Item {
    return {
      // macOS adds further items to a menu with this role.
      role: 'window',
      label: this.#label('&Window'),
      submenu: this.#mac
        ? [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }]
        : [{ role: 'minimize' }, { role: 'close' }],
    }
  }

  help(): Item {
    const manual = this.#action('manual.open', '&Manual', 'Shift+F1')
    const keys = this.#action('keys.open', '&Keyboard Shortcuts')
    return {
      role: 'help',
      label: this.#label('&Help'),
      submenu: this.#mac ? [manual, keys] : [manual, keys, separator, this.#about()],
    }
  }

  #about(): Item {
    return this.#action('about.open', 'About Mailroom')
  }

  #settings(): Item {
    return this.#action('settings.open', this.#mac ? 'Settings…' : '&Settings', 'CmdOrCtrl+,')
  }

  #action(id: MenuAction, text: string, accelerator?: string): Item {
    return {
      id,
      label: this.#label(text),
      // The page handles these keys itself, in the same way in every host; the menu only displays them. On macOS the page
      // receives keys first anyway, and keys that it handles do not reach the menu.
      ...(accelerator && { accelerator, registerAccelerator: false }),
      click: () => this.#options.act(id),
    }
  }

  /** The letter after `&` opens a menu by keyboard. macOS has no such access keys and would show the `&`. */
  #label(text: string): string {
    return this.#mac ? text.replace('&', '') : text
  }
}
