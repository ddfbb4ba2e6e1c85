import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  MenuItemConstructorOptions,
  Rectangle,
} from 'electron'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels, type Reply } from '#shared/contract/host.ts'
import { app, appStandIn } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { nativeTheme, Notification } from './desktop.ts'
import { fileFromDisk } from './base/dropped-files.ts'
import { ipcStandIn } from './ipc.ts'
import { menuStandIn } from './menu.ts'
import type { Page } from './page.ts'
import { awake, powerStandIn } from './power.ts'
import { protocolStandIn } from './protocol.ts'
import { realPage } from './real-page.ts'
import { sessionStandIn, type Permission } from './session.ts'
import { newEvent } from './base/strict.ts'
import { world, type ShownDialog } from './base/world.ts'

export type MenuEntry = { label?: string; role?: string; id?: string; accelerator?: string; items?: MenuEntry[] }
export type Served = { status: number; headers: Record<string, string>; bytes: number }

/**
 * Actions of the user and the system that a test performs on the app. Arguments and results are plain data, because
 * the test runs in another process.
 */
export const driver = {
  ...realPage((to) => window(to).contents),
  /** The page calls through the preload and its bridge. */
  invoke: (name: string, input: unknown): Promise<Reply> => page().bridge.invoke(name, input),
  drop: (paths: string[]): Promise<Reply> => page().bridge.drop(paths.map(fileFromDisk)),
  /** A file that was never on disk, such as a pasted picture. */
  dropMadeUp: (name: string, bytes = 1): Promise<Reply> =>
    page().bridge.drop([new File([new Uint8Array(bytes)], name)]),
  /** When Mailroom closes, the page saves through this call, and then reports this number of unsaved drafts. */
  savesOnClosing: (unsaved: number, name: string, input: unknown): void =>
    page().bridge.onClosing(
      async () => {
        await page().bridge.invoke(name, input)
        return unsaved
      },
      () => void (page().stays += 1),
    ),
  /** When Mailroom closes, the page does not respond. */
  hangsOnClosing: (): void =>
    page().bridge.onClosing(
      () => new Promise(() => undefined),
      () => undefined,
    ),
  /** How often the page was notified that Mailroom stays open after all. */
  stays: (): number => page().stays,
  /** The page has unsaved changes and prevents unloading. */
  vetoesUnload: (): void => {
    window().contents.vetoesUnload = true
  },
  /** The user presses Ctrl+R. Returns whether the page reloads. */
  mayReload: (): boolean => window().contents.mayUnload(),
  /** A frame other than the page calls the same channel; null is a frame that is already gone. */
  invokeFrom: (frame: { url: string; isMainFrame: boolean } | null, name: string, input: unknown): Promise<Reply> => {
    const asking = frame && { url: frame.url, parent: frame.isMainFrame ? null : {} }
    return ipcStandIn.invoke(window().webContents, asking, hostChannels.invoke, name, input) as Promise<Reply>
  },
  events: (): AppEvent[] => page().events,
  pageGlobals: (): string[] => page().globals,

  fetch: async (url: string, method?: string): Promise<Served> => {
    const response = await protocolStandIn.fetch(url, method)
    const bytes = (await response.arrayBuffer()).byteLength
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  },
  navigate: (url: string, isMainFrame: boolean) => window().contents.navigate(url, isMainFrame),
  redirect: (url: string) => window().contents.redirect(url),
  /** The page opens a window, or the user Ctrl+clicks a link in it. Returns whether Chromium creates the window. */
  openWindow: (url: string) => window().contents.openWindow(url),
  attachWebview: () => window().contents.attachWebview(),
  download: () => sessionStandIn.download(),
  mayRequest: (url: string) => sessionStandIn.mayRequest(url),
  requestPermission: (permission: Permission, url: string, isMainFrame: boolean) =>
    sessionStandIn.requestPermission(permission, url, isMainFrame),
  checkPermission: (permission: Permission, url: string, isMainFrame: boolean) =>
    sessionStandIn.checkPermission(permission, url, isMainFrame),
  checkDevice: () => sessionStandIn.checkDevice(),

  windows: () => BrowserWindow.all.filter(({ destroyed }) => !destroyed).map(describeWindow),
  closedWindows: () => BrowserWindow.all.filter(({ destroyed }) => destroyed).map(describeWindow),
  drag: (bounds: Rectangle) => window().drag(bounds),
  maximize: () => window().maximize(),
  minimize: () => {
    window().minimized = true
  },
  closeWindow: (id?: number) => window(id).close(),
  /** The user clicks a window. */
  focusWindow: (id: number) => window(id).focus(),
  crash: (reason: 'crashed' | 'oom' | 'clean-exit') => window().contents.crash(reason),
  hang: () => window().emit('unresponsive'),
  respond: () => window().emit('responsive'),
  endSession: () => window().endSession(),
  awake: () => awake(),
  shutDown: () => powerStandIn.shutDown(),
  rightClick: (params: Partial<ContextMenuParams>): MenuEntry[] => {
    menuStandIn.context = []
    window().contents.emit('context-menu', newEvent(), params)
    return describeMenu(menuStandIn.context)
  },

  app: () => ({
    name: appStandIn.name,
    userModelId: appStandIn.userModelId,
    sandboxed: appStandIn.sandboxed,
    userData: app.getPath('userData'),
    sessionData: app.getPath('sessionData'),
    theme: nativeTheme.themeSource,
    schemes: protocolStandIn.schemes,
  }),
  menu: (): MenuEntry[] => describeMenu(menuStandIn.application?.template ?? []),
  clickMenu: (id: string): void => {
    const item = flatten(menuStandIn.application?.template ?? []).find((known) => known.id === id)
    if (!item?.click) throw new Error(`There is no menu item ${id}`)
    ;(item.click as unknown as () => void)()
  },
  /** Chromium reorders the arguments on the way; only the additional data arrives unchanged. */
  secondInstance: (handedOver: unknown = null) =>
    appStandIn.emit('second-instance', newEvent(), ['--allow-file-access', 'Mailroom'], '/', handedOver),
  /** The user opens a link, which macOS passes to the app. */
  openUrl: (url: string) => appStandIn.openUrl(url),
  badge: () => world.badge ?? window().overlay,
  protocolClients: () => world.protocolClients,
  activate: () => appStandIn.emit('activate', newEvent(), false),
  quit: () => app.quit(),

  dialogs: (): readonly ShownDialog[] => world.dialogs,
  /** The user responds to the oldest open dialog. */
  answerDialog: (answer: unknown): void => {
    const resolve = world.answers.shift()
    if (!resolve) throw new Error('No dialog is open')
    resolve(answer)
  },
  /** The paths chosen in the next dialog for files or folders; an empty list cancels it. */
  chooseNext: (paths: string[]): void => void world.choices.push(paths),
  /** The button pressed in the next question. */
  answerNext: (button: number): void => void world.nextButtons.push(button),
  opened: () => world.opened,
  revealed: () => world.revealed,
  copied: () => world.copied,
  dragged: () => world.dragged,
  /** From now on the system fails to open anything, with this error. */
  refuseToOpen: (problem: string): void => {
    world.openProblem = problem
  },
  notifications: () => Notification.shown.map(({ options }) => options),
  clickNotification: () => Notification.shown.at(-1)?.click(),
}
export type Driver = typeof driver

/** The newest window with the app’s page, or the one with this id. Other windows have no preload. */
function window(id?: number): BrowserWindow {
  const found = BrowserWindow.all.findLast(
    ({ destroyed, options, contents }) =>
      !destroyed && (id === undefined ? options.webPreferences?.preload !== undefined : contents.id === id),
  )
  if (!found) throw new Error('No window is open')
  return found
}

function page(): Page {
  const { page: loaded } = window().contents
  if (!loaded) throw new Error('The window has no page')
  return loaded
}

function describeWindow({
  options,
  bounds,
  visible,
  background,
  overlay,
  focused,
  minimized,
  maximized,
  fullScreen,
  contents,
}: BrowserWindow) {
  const state = { bounds, visible, background, overlay, focused, minimized, maximized, fullScreen }
  return {
    id: contents.id,
    ...state,
    url: contents.page?.frame.url ?? null,
    options: options as BrowserWindowConstructorOptions,
  }
}

function flatten(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])
}

function describeMenu(template: readonly MenuItemConstructorOptions[]): MenuEntry[] {
  return template
    .filter(({ type }) => type !== 'separator')
    .map(({ label, role, id, accelerator, submenu }) => ({
      ...(label && { label }),
      ...(role && { role }),
      ...(id && { id }),
      ...(accelerator && { accelerator }),
      ...(Array.isArray(submenu) && { items: describeMenu(submenu) }),
    }))
}
