import type { PowerSaveBlocker } from 'electron'
import { appStandIn } from './app.ts'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

export const powerEvents = ['suspend', 'resume', 'shutdown']

type Listener = Parameters<StrictEmitter['on']>[1]

class PowerMonitorStandIn extends StrictEmitter {
  #started = false
  #delaysShutdown = false

  constructor() {
    super('powerMonitor', powerEvents)
  }

  override on(event: string, listener: Listener): this {
    world.needsReady('powerMonitor.on')
    // lib/browser/api/power-monitor.ts:15-36: the first listener only starts the monitor, and does not count yet when
    // Electron checks for listeners of `shutdown`.
    if (this.#started && event === 'shutdown') this.#delaysShutdown = true
    this.#started = true
    return super.on(event, listener)
  }

  /** The computer shuts down. On Linux it waits if the monitor delays it and a listener prevents the event. */
  shutDown(): void {
    const event = newEvent()
    if (process.platform !== 'win32') this.emit('shutdown', event)
    if (process.platform === 'linux' && this.#delaysShutdown && event.defaultPrevented) return
    appStandIn.terminate()
  }
}

export const powerStandIn = new PowerMonitorStandIn()
export const powerMonitor = strict('powerMonitor', powerStandIn)

const blockers = new Set<number>()
let started = 0

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: () => {
    world.needsReady('powerSaveBlocker.start')
    blockers.add(++started)
    return started
  },
  stop: (id) => blockers.delete(id) || world.refuse(`There is no power save blocker ${id}`),
} satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>)

/** The number of blockers that keep the computer awake now, and of all that were ever started. */
export function awake() {
  return { now: blockers.size, started }
}
