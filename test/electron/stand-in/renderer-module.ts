import type { EventEmitter } from 'node:events'
import type { ContextBridge, IpcRenderer, WebUtils } from 'electron'
import { pathOf } from './base/dropped-files.ts'
import { strict } from './base/strict.ts'

type Page = {
  readonly incoming: EventEmitter
  expose(key: string, api: unknown): void
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
}

/** The result of `require('electron')` in a page’s sandboxed preload. */
export function rendererModule(page: Page) {
  return {
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key, api) => page.expose(key, api),
    } satisfies Pick<ContextBridge, 'exposeInMainWorld'>),

    ipcRenderer: strict('ipcRenderer', {
      invoke: (channel, ...args) => page.invoke(channel, ...args),
      on(channel, listener) {
        page.incoming.on(channel, listener)
        return this
      },
      removeListener(channel, listener) {
        page.incoming.removeListener(channel, listener)
        return this
      },
    } as Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>),

    webUtils: strict('webUtils', { getPathForFile: pathOf } satisfies Pick<WebUtils, 'getPathForFile'>),
  }
}
