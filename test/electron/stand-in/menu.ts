import type { Menu as RealMenu, MenuItemConstructorOptions } from 'electron'
import { strict } from './base/strict.ts'
import { world } from './base/world.ts'

const known: readonly NonNullable<MenuItemConstructorOptions['role']>[] = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  'selectAll',
  'reload',
  'toggleDevTools',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'window',
  'minimize',
  'close',
  'help',
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'startSpeaking',
  'stopSpeaking',
  'zoom',
  'front',
]
const roles: ReadonlySet<string> = new Set(known)
const accelerator = /^((CmdOrCtrl|Ctrl|Cmd|Alt|Shift)\+)*([A-Z0-9,.?/=]|F\d{1,2}|Plus|Tab|Space)$/

type Built = { readonly template: readonly MenuItemConstructorOptions[]; popup(): void }

class MenuStandIn {
  application: Built | null = null
  context: readonly MenuItemConstructorOptions[] = []

  buildFromTemplate(template: MenuItemConstructorOptions[]): Built {
    check(template)
    return strict('Menu', {
      template,
      popup: () => {
        this.context = template
      },
    })
  }

  setApplicationMenu(menu: Built | null): void {
    world.needsReady('Menu.setApplicationMenu')
    this.application = menu
  }
}

/** Refuses items that Electron rejects or would silently show as empty. */
function check(template: readonly MenuItemConstructorOptions[]): void {
  for (const item of template) {
    if (item.role && !roles.has(item.role)) world.refuse(`The stand-in for electron has no menu role ${item.role}`)
    if (item.type !== 'separator' && !item.role && !item.label) world.refuse('A menu item has neither label nor role')
    if (item.accelerator && !accelerator.test(item.accelerator)) world.refuse(`${item.accelerator} is no accelerator`)
    if (Array.isArray(item.submenu)) check(item.submenu)
  }
}

export const menuStandIn = new MenuStandIn()
export const Menu = strict(
  'Menu',
  menuStandIn satisfies Record<keyof Pick<typeof RealMenu, 'buildFromTemplate' | 'setApplicationMenu'>, unknown>,
)
