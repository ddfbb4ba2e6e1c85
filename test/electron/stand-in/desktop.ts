/** The rest of the desktop: theme, displays, system programs, notifications. */
import type {
  Clipboard,
  NativeTheme,
  Notification as RealNotification,
  NotificationConstructorOptions,
  Screen,
  Shell,
} from 'electron'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

export const nativeThemeEvents = ['updated']

class NativeThemeStandIn extends StrictEmitter implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  #source: NativeTheme['themeSource'] = 'system'

  constructor() {
    super('nativeTheme', nativeThemeEvents)
  }

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source
  }

  set themeSource(source: NativeTheme['themeSource']) {
    if (!['system', 'light', 'dark'].includes(source)) world.refuse(`${source} is no theme`)
    if (source === this.#source) return
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? world.options.systemIsDark : this.#source === 'dark'
  }
}

export const nativeTheme = strict('nativeTheme', new NativeThemeStandIn())

export const nativeImage = strict('nativeImage', {
  createFromBitmap(pixels: Buffer, { width, height }: { width: number; height: number }) {
    if (pixels.byteLength !== width * height * 4) world.refuse('a bitmap has four bytes for each pixel')
    return strict('NativeImage', {})
  },
})

type StandInDisplay = { id: number; workArea: ReturnType<Screen['getPrimaryDisplay']>['workArea'] }

function displays(): StandInDisplay[] {
  world.needsReady('screen')
  return world.options.displays.map((workArea, index) => strict('Display', { id: index + 1, workArea }))
}

export const screen = strict('screen', {
  getPrimaryDisplay: () => displays()[0],
  getAllDisplays: () => displays(),
} satisfies Record<keyof Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'>, unknown>)

export const shell = strict('shell', {
  async openExternal(url) {
    world.opened.push(url)
  },
  showItemInFolder(path) {
    world.revealed.push(path)
  },
  async openPath(path) {
    if (world.openProblem === '') world.revealed.push(path)
    return world.openProblem
  },
} satisfies Pick<Shell, 'openExternal' | 'showItemInFolder' | 'openPath'>)

export const clipboard = strict('clipboard', {
  async writeText(text) {
    world.copied.push(text)
  },
  async readText() {
    return world.copied.at(-1) ?? ''
  },
  async clear() {
    world.copied.push('')
  },
} satisfies Pick<Clipboard, 'writeText' | 'readText' | 'clear'>)

export const notificationEvents = ['click', 'close', 'failed']

export class Notification extends StrictEmitter implements Pick<RealNotification, 'show'> {
  static readonly shown: Notification[] = []
  readonly options: NotificationConstructorOptions

  static isSupported(): boolean {
    return true
  }

  constructor(options: NotificationConstructorOptions = {}) {
    super('Notification', notificationEvents)
    world.needsReady('new Notification')
    this.options = options
    return strict('Notification', this)
  }

  show(): void {
    Notification.shown.push(this)
    // docs/breaking-changes.md, 42.0: macOS shows no notifications of an unsigned program.
    const { notificationProblem } = world.options
    if (notificationProblem !== '') setImmediate(() => this.emit('failed', newEvent(), notificationProblem))
  }

  click(): void {
    this.emit('click', newEvent())
  }
}
