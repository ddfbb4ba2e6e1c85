import { AppError } from '#shared/contract/base/error.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { HostBridge, Reply } from '#shared/contract/host.ts'
import type { Host } from './host.ts'

declare global {
  // Only an interface adds to the one of the DOM.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    /** Set by the preload of the Electron host, absent in a browser. */
    readonly mailroomHost?: HostBridge<File>
  }
}

function unwrap<Output>(reply: Reply): Output {
  if (reply.ok) return reply.output as Output
  throw AppError.fromJSON(reply.error)
}

export function createElectronHost(bridge: HostBridge<File>): Host {
  const invoke: Host['invoke'] = async (name, ...[input]) => unwrap(await bridge.invoke(name, input))
  return {
    invoke,
    first: async (name) => unwrap(await bridge.invoke(name, undefined)),
    subscribe: (listener) => bridge.subscribe(listener),
    upload: async (files) => unwrap<FileRef[]>(await bridge.drop(files)),
    save: async (token, name) => (await invoke('files.saveAs', { token, name })).saved,
    // The main process and the page end together.
    onLink: () => () => undefined,
    isOfOtherBuild: () => false,
    reconnect: () => undefined,
  }
}
