import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { HostBridge, Reply } from '#shared/contract/host.ts'
import type { Host } from './host.ts'

declare global {
  // Only an interface can extend the DOM’s `Window`.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    /** Set by the Electron host’s preload script; absent in a browser. */
    readonly mailroomHost?: HostBridge<File>
  }
}

function unwrap<Output>(reply: Reply): Output {
  if (reply.ok) return reply.output as Output
  throw AppError.fromJSON(reply.error)
}

/** Makes the page inert while Mailroom closes, because text typed then would be lost. */
function followClosing(bridge: HostBridge<File>, save: () => Promise<number>): void {
  let focused: Element | null = null
  const saveNow = () => {
    focused = document.activeElement
    document.documentElement.inert = true
    return save()
  }
  const stay = () => {
    document.documentElement.inert = false
    if (focused instanceof HTMLElement) focused.focus()
  }
  bridge.onClosing(saveNow, stay)
}

export function createElectronHost(bridge: HostBridge<File>): Host {
  // Copies the input as the browser host’s calls do: keys without a value are dropped, and a proxy, which the bridge
  // would reject, becomes a plain object.
  const copy = (input: unknown): unknown => (input === undefined ? undefined : JSON.parse(JSON.stringify(input)))
  const invoke: Host['invoke'] = async (name, ...[input]) => unwrap(await bridge.invoke(name, copy(input)))
  return {
    invoke,
    first: async (name) => unwrap(await bridge.invoke(name, undefined)),
    subscribe: (listener) => bridge.subscribe(listener),
    onClosing: (save) => followClosing(bridge, save),
    upload: async (files) => unwrap<FileRef[]>(await bridge.drop(files)),
    save: async (token, name) => (await invoke('files.saveAs', { token, name })).saved,
    // The main process and the page end together, so the link never changes.
    onLink: () => () => undefined,
    isOfOtherBuild: () => false,
    reconnect: () => undefined,
  }
}
