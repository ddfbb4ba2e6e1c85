import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { newEvent, strict } from './base/strict.ts'
import { world } from './base/world.ts'

type Handler = Parameters<IpcMain['handle']>[1]

/** The calling frame, with the properties that Electron reports about it. */
export type AskingFrame = { url: string; parent: object | null }

class IpcStandIn implements Pick<IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) world.refuse(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** Arguments and results are cloned, and an error keeps only its message, as between processes. */
  async invoke(sender: object, frame: AskingFrame | null, channel: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler)
      throw new Error(`Error invoking remote method '${channel}': Error: No handler registered for '${channel}'`)
    const event = newEvent({
      sender,
      frameId: 1,
      processId: 1,
      type: 'frame',
      senderFrame: frame && strict('WebFrameMain', frame),
    })
    const copies = args.map((argument) => structuredClone(argument))
    try {
      return structuredClone((await handler(event as unknown as IpcMainInvokeEvent, ...copies)) as unknown)
    } catch (thrown) {
      throw new Error(`Error invoking remote method '${channel}': ${String(thrown)}`, { cause: thrown })
    }
  }
}

export const ipcStandIn = new IpcStandIn()
export const ipcMain = strict('ipcMain', ipcStandIn)
