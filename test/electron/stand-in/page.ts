import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import type { HostBridge } from '#shared/contract/host.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { ipcStandIn, type AskingFrame } from './ipc.ts'
import { rendererModule } from './renderer-module.ts'
import { world } from './base/world.ts'

/** A message from the app to a page: the id of its contents, the channel and the arguments. */
export type Sent = { readonly to: number; readonly channel: string; readonly args: readonly unknown[] }

/** One loaded document: the preload has run in it, and it listens to events as the real page does. */
export class Page {
  readonly frame: AskingFrame
  readonly incoming = new EventEmitter()
  readonly events: AppEvent[] = []
  stays = 0
  /** The built page runs in a browser instead of here, and receives the messages there. */
  isElsewhere = false
  readonly #sender: object
  readonly #exposed = new Map<string, unknown>()

  constructor(url: string, sender: object) {
    this.frame = { url, parent: null }
    this.#sender = sender
  }

  runPreload(path: string): void {
    const electron = rendererModule(this)
    const require = (name: string) =>
      name === 'electron' ? electron : world.refuse(`A sandboxed preload cannot require ${name}`)
    // Compiled as a function, which is how Electron runs a sandboxed preload.
    compileFunction(readFileSync(path, 'utf8'), ['require'], { filename: path })(require)
    this.bridge.subscribe((event) => {
      this.events.push(event)
      process.send?.({ event })
    })
  }

  expose(key: string, api: unknown): void {
    if (this.#exposed.has(key)) throw new Error(`Cannot bind an API on top of an existing property: ${key}`)
    this.#exposed.set(key, api)
  }

  invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    return ipcStandIn.invoke(this.#sender, this.frame, channel, ...args)
  }

  get globals(): string[] {
    return [...this.#exposed.keys()]
  }

  get bridge(): HostBridge<File> {
    const bridge = this.#exposed.get('mailroomHost')
    if (!bridge) throw new Error('the preload gave the page no mailroomHost')
    return bridge as HostBridge<File>
  }
}
