import type { BridgeCall } from './bridge-call.ts'
import { bridgeRules } from './bridge-rules.ts'
import { pageFiles } from './page-files.ts'

/** Names on the window for the emulation, which no page would use. */
export const bindingName = '__electronCall'
export const receiverName = '__electronReceive'

/** A script that runs the built preload in the page, as Electron does in its isolated world. */
export function bridgeScript(preload: string, copies: string): string {
  return `
    // A preload runs in the top frame alone (nodeIntegrationInSubFrames is off).
    if (window === window.top) {
      const call = (question) => window.${bindingName}(question)
      const pass = (${bridgeRules.toString()})()
      const files = (${pageFiles.toString()})(${JSON.stringify(copies)}, call)
      const { electron, receive } = (${emulatedElectron.toString()})(pass, files, call)
      // Main decides, and makes no window of Chromium's own (setWindowOpenHandler).
      window.open = (url) => {
        void call({ kind: 'open', url: new URL(url, location.href).href })
        return null
      }
      Object.defineProperty(window, '${receiverName}', { value: receive })
      const require = (name) => {
        if (name === 'electron') return electron
        throw new Error('module not found: ' + name)
      }
      ;((module, exports) => {${preload}\n})({ exports: {} }, {})
      void call({ kind: 'loaded', url: location.href })
    }`
}

type Listener = (event: unknown, ...args: unknown[]) => void

/** The result of `require('electron')` in a sandboxed preload. The function is injected into the page as text. */
function emulatedElectron(
  pass: (value: unknown) => unknown,
  files: ReturnType<typeof pageFiles>,
  call: (question: BridgeCall) => Promise<unknown>,
) {
  const listeners = new Map<string, Set<Listener>>()
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      await files.copied()
      // Values are cloned between processes, and those that cannot be cloned are refused.
      return call({ kind: 'invoke', url: location.href, channel, args: files.pack(structuredClone(args)) })
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    removeListener(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
    },
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => Object.defineProperty(window, key, { value: pass(api) }),
  }
  const receive = (channel: string, args: unknown[]) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
  }
  return { electron: { contextBridge, ipcRenderer, webUtils: { getPathForFile: files.getPathForFile } }, receive }
}
