import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels, type HostBridge } from '#shared/contract/host.ts'

const bridge: HostBridge<File> = {
  invoke: (name, input) => ipcRenderer.invoke(hostChannels.invoke, name, input),
  subscribe: (listener) => {
    const receive = (_event: IpcRendererEvent, event: AppEvent): void => listener(event)
    ipcRenderer.on(hostChannels.event, receive)
    return () => ipcRenderer.removeListener(hostChannels.event, receive)
  },
  // Only here can a dropped File be turned into its path; the main process turns the path into a token.
  drop: (files) =>
    ipcRenderer.invoke(
      hostChannels.drop,
      files.map((file) => webUtils.getPathForFile(file)),
    ),
}

contextBridge.exposeInMainWorld('mailroomHost', bridge)
