import { createElectronHost } from './electron-host.ts'
import type { Host } from './host.ts'
import { HttpHost } from './http-host.ts'

export function openHost(): Host {
  return window.mailroomHost ? createElectronHost(window.mailroomHost) : new HttpHost()
}
