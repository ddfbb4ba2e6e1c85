import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels, mostDroppedBytes, type DroppedFile, type HostBridge } from '#shared/contract/host.ts'

let save = (): Promise<number> => Promise.resolve(0)
let stay = (): void => undefined
// A page that registered no listener has no drafts, so it responds immediately.
ipcRenderer.on(
  hostChannels.closing,
  () => void save().then((unsaved) => ipcRenderer.invoke(hostChannels.saved, unsaved)),
)
ipcRenderer.on(hostChannels.stay, () => stay())

const bridge: HostBridge<File> = {
  invoke: (name, input) => ipcRenderer.invoke(hostChannels.invoke, name, input),
  subscribe: (listener) => {
    const receive = (_event: IpcRendererEvent, event: AppEvent): void => listener(event)
    ipcRenderer.on(hostChannels.event, receive)
    return () => void ipcRenderer.removeListener(hostChannels.event, receive)
  },
  drop: async (files) => ipcRenderer.invoke(hostChannels.drop, await Promise.all(files.map(dropped))),
  onClosing: (saveNow, goOn) => {
    save = saveNow
    stay = goOn
  },
}

/** Only the preload can turn a File into its path; the main process turns the path into a token. */
async function dropped(file: File): Promise<DroppedFile> {
  const path = webUtils.getPathForFile(file)
  if (path !== '') return path
  const { name, size } = file
  return { name, size, bytes: size > mostDroppedBytes ? null : new Uint8Array(await file.arrayBuffer()) }
}

contextBridge.exposeInMainWorld('mailroomHost', bridge)
