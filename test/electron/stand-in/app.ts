import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { App, CommandLine, Dock } from 'electron'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

type Used =
  | 'setName'
  | 'setAppUserModelId'
  | 'enableSandbox'
  | 'commandLine'
  | 'disableHardwareAcceleration'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'isPackaged'
  | 'dock'

export const appEvents = [
  'ready',
  'second-instance',
  'open-url',
  'activate',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'web-contents-created',
  'child-process-gone',
]

/** The arguments that Chromium reads: after `--` nothing is a switch. */
function switches(): readonly string[] {
  const end = process.argv.indexOf('--')
  return end < 0 ? process.argv : process.argv.slice(0, end)
}

type Closable = { close(): void; isDestroyed(): boolean }

class AppStandIn extends StrictEmitter implements Pick<App, Used> {
  name = ''
  userModelId = ''
  sandboxed = false
  quitting = false
  readonly windows = new Set<Closable>()
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['downloads', join(homedir(), 'Downloads')],
  ])
  readonly #readiness = Promise.withResolvers<void>()

  constructor() {
    super('app', appEvents)
  }

  get isPackaged(): boolean {
    return world.options.packaged
  }

  setName(name: string): void {
    this.name = name
  }

  setAppUserModelId(id: string): void {
    this.userModelId = id
  }

  readonly commandLine = strict('app.commandLine', {
    hasSwitch: (name: string): boolean => switches().includes(`--${name}`),
  } satisfies Pick<CommandLine, 'hasSwitch'>) as CommandLine

  enableSandbox(): void {
    if (world.ready) world.refuse('app.enableSandbox was called after the app was ready')
    // electron_api_app.cc:1550-1575: the call would remove the switch after the zygotes were started without a
    // sandbox.
    if (switches().includes('--no-sandbox')) world.refuse('app.enableSandbox was called in spite of --no-sandbox')
    this.sandboxed = true
  }

  disableHardwareAcceleration(): void {
    if (world.ready) world.refuse('app.disableHardwareAcceleration was called after the app was ready')
  }

  /** Only on macOS. The app only ever hides it. */
  get dock(): Dock | undefined {
    if (process.platform !== 'darwin') return undefined
    return strict('app.dock', { hide: () => void (world.hidesDock = true) }) as unknown as Dock
  }

  requestSingleInstanceLock(handedOver?: Record<string, unknown>): boolean {
    world.asksForLock = true
    world.handedOver = handedOver ?? null
    if (!this.#paths.has('userData')) world.refuse('the single instance lock was asked for before userData was set')
    return world.options.holdsLock
  }

  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    world.needsReady('app.setAsDefaultProtocolClient')
    // docs/api/app.md: only Windows takes a path and arguments.
    if (process.platform !== 'win32' && path !== undefined) world.refuse('only Windows links to a path with arguments')
    // browser_linux.cc waits for xdg-settings.
    if (process.platform === 'linux') world.refuse('app.setAsDefaultProtocolClient would hold the start up on Linux')
    world.protocolClients.push([protocol, ...(args ?? [])])
    return true
  }

  setBadgeCount(count = 0): boolean {
    world.needsReady('app.setBadgeCount')
    if (process.platform === 'win32') world.refuse('app.setBadgeCount is not for Windows')
    world.badge = count === 0 ? null : String(count)
    return true
  }

  /** macOS only. If no listener prevents the event, the system reports that Mailroom cannot open links. */
  openUrl(url: string): void {
    const event = newEvent()
    this.emit('open-url', event, url)
    if (!event.defaultPrevented) world.refuse('open-url was not prevented')
  }

  whenReady(): Promise<void> {
    return this.#readiness.promise
  }

  becomeReady(): void {
    world.ready = true
    this.emit('ready', newEvent(), {})
    this.#readiness.resolve()
  }

  /** Like Electron, asks the app and then every window. One refusal cancels the quit. */
  quit(): void {
    const event = newEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.quitting = true
    for (const window of [...this.windows]) window.close()
    if (this.windows.size > 0) this.quitting = false
    else this.#end(0)
  }

  exit(code = 0): void {
    this.#end(code)
  }

  windowClosed(window: Closable): void {
    this.windows.delete(window)
    if (this.windows.size > 0 || this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  getVersion(): string {
    const { version } = JSON.parse(readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')) as { version: string }
    return version
  }

  getAppPath(): string {
    return world.options.appPath
  }

  getPath(name: string): string {
    return this.#paths.get(name) ?? world.refuse(`The stand-in for electron has no path ${name}`)
  }

  setPath(name: string, path: string): void {
    // electron_api_app.cc:963
    if (!isAbsolute(path)) world.refuse(`app.setPath was given a relative path: ${path}`, 'Path must be absolute')
    if (!existsSync(path)) world.refuse(`app.setPath names a folder that is not there: ${path}`)
    if (name === 'sessionData' && world.ready) world.refuse('sessionData was set after the app was ready')
    this.#paths.set(name, path)
  }

  /** Like Electron’s TerminateCurrentProcessImmediately: pending work is cut off. */
  terminate(): never {
    process.send?.(this.#describeEnd())
    process.exit(0)
  }

  #end(code: number): void {
    this.emit('quit', newEvent(), code)
    // Like Electron’s, the process exits without waiting for pending work, but reports the refused calls to its
    // parent first.
    if (process.send) process.send(this.#describeEnd(), () => process.exit(code))
    else process.exit(code)
  }

  #describeEnd() {
    const { refusals, hidesDock, asksForLock, handedOver, ready } = world
    return { refusals, hidesDock, asksForLock, handedOver, wasReady: ready, windows: this.windows.size }
  }
}

export const appStandIn = new AppStandIn()
export const app = strict('app', appStandIn)
