/** What `require('electron')` answers in a sandboxed preload: the renderer side of the page that was loaded last. */
import type { ContextBridge, IpcRenderer, WebUtils } from 'electron'
import { pathOf } from './base/dropped-files.ts'
import { currentPage } from './page.ts'
import { strict } from './base/strict.ts'

export const contextBridge = strict('contextBridge', {
  exposeInMainWorld: (key, api) => currentPage().expose(key, api),
} satisfies Pick<ContextBridge, 'exposeInMainWorld'>)

export const ipcRenderer = strict('ipcRenderer', {
  invoke: (channel, ...args) => currentPage().invoke(channel, ...args),
  on(channel, listener) {
    currentPage().incoming.on(channel, listener)
    return this
  },
  removeListener(channel, listener) {
    currentPage().incoming.removeListener(channel, listener)
    return this
  },
} as Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>)

export const webUtils = strict('webUtils', { getPathForFile: pathOf } satisfies Pick<WebUtils, 'getPathForFile'>)
