/** What `require('electron')` answers in a sandboxed preload; evaluated anew for each page. */
import type { ContextBridge, IpcRenderer, WebUtils } from 'electron'
import { pathOf } from './dropped-files.ts'
import { preloadingPage } from './page.ts'
import { strict } from './strict.ts'

const page = preloadingPage()

export const contextBridge = strict('contextBridge', {
  exposeInMainWorld: (key, api) => page.expose(key, api),
} satisfies Pick<ContextBridge, 'exposeInMainWorld'>)

export const ipcRenderer = strict('ipcRenderer', {
  invoke: (channel, ...args) => page.invoke(channel, ...args),
  on(channel, listener) {
    page.incoming.on(channel, listener)
    return this
  },
  removeListener(channel, listener) {
    page.incoming.removeListener(channel, listener)
    return this
  },
} as Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>)

export const webUtils = strict('webUtils', { getPathForFile: pathOf } satisfies Pick<WebUtils, 'getPathForFile'>)
