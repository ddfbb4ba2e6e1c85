import type { Session, WebRequest } from 'electron'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type DeviceHandler = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>
type BeforeRequest = (details: { url: string }, callback: (response: { cancel?: boolean }) => void) => void
type Used = 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'

export type Permission = Parameters<RequestHandler>[1]
export const sessionEvents = ['will-download']

class SessionStandIn extends StrictEmitter implements Pick<Session, Used> {
  #requestHandler: RequestHandler | null = null
  #checkHandler: CheckHandler | null = null
  #deviceHandler: DeviceHandler | null = null
  #beforeRequest: BeforeRequest | null = null

  readonly webRequest = strict('webRequest', {
    onBeforeRequest: (handler: BeforeRequest): void => {
      this.#beforeRequest = handler
    },
  } satisfies { onBeforeRequest: (handler: BeforeRequest) => ReturnType<WebRequest['onBeforeRequest']> })

  constructor() {
    super('session', sessionEvents)
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#requestHandler = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#checkHandler = handler
  }

  setDevicePermissionHandler(handler: DeviceHandler | null): void {
    this.#deviceHandler = handler
  }

  /** Electron grants permissions if there is no handler, and so does the stand-in. */
  async requestPermission(permission: Permission, requestingUrl: string, isMainFrame: boolean): Promise<boolean> {
    const handler = this.#requestHandler
    if (!handler) return true
    const contents = strict('webContents', {}) as Parameters<RequestHandler>[0]
    return new Promise((resolve) => handler(contents, permission, resolve, { requestingUrl, isMainFrame }))
  }

  checkPermission(permission: Permission, requestingUrl: string, isMainFrame: boolean): boolean {
    return (
      this.#checkHandler?.(null, permission as Parameters<CheckHandler>[1], requestingUrl, {
        requestingUrl,
        isMainFrame,
      }) ?? true
    )
  }

  checkDevice(): boolean {
    return (
      this.#deviceHandler?.({ deviceType: 'usb', origin: 'app://mailroom' } as Parameters<DeviceHandler>[0]) ?? true
    )
  }

  mayRequest(url: string): Promise<boolean> {
    const handler = this.#beforeRequest
    if (!handler) return Promise.resolve(true)
    return new Promise((resolve) => handler({ url }, ({ cancel }) => resolve(!cancel)))
  }

  download(): boolean {
    const event = newEvent()
    this.emit('will-download', event)
    return !event.defaultPrevented
  }
}

export const sessionStandIn = new SessionStandIn()
const defaultSession = strict('session', sessionStandIn)

export const session = strict('session module', {
  get defaultSession() {
    world.needsReady('session.defaultSession')
    return defaultSession
  },
})
