import type { Settings } from '../store/index.ts'

export type ClockState = {
  /** Epoch milliseconds of the sandbox. */
  now: number
  running: boolean
  /** How far the sandbox is ahead of the machine; changes with every second while it is stopped. */
  offset: number
}

const units = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
export type ClockUnit = keyof typeof units
const latest = 8.64e15 / 2

/** The time every date of the sandbox follows. It can be stopped and moved on, and it remembers both. */
export class SandboxClock {
  readonly #settings: Settings
  readonly #listeners = new Set<() => void>()
  #offset = 0
  #stoppedAt: number | undefined

  constructor(settings: Settings, start?: number) {
    this.#settings = settings
    const saved = settings.get('clock')
    if (saved !== null) this.#read(saved)
    else if (start !== undefined) this.#offset = start - Date.now()
  }

  now(): number {
    return this.#stoppedAt ?? Date.now() + this.#offset
  }

  state(): ClockState {
    const now = this.now()
    return { now, running: this.#stoppedAt === undefined, offset: now - Date.now() }
  }

  stop(): void {
    this.#stoppedAt ??= this.now()
    this.#changed()
  }

  run(): void {
    if (this.#stoppedAt !== undefined) this.#offset = this.#stoppedAt - Date.now()
    this.#stoppedAt = undefined
    this.#changed()
  }

  /** Only forward: what happened stays in the past. */
  advance(by: number | ClockUnit): void {
    const milliseconds = typeof by === 'number' ? by : units[by]
    if (!(milliseconds >= 0 && this.now() + milliseconds <= latest)) {
      throw new RangeError('The clock moves forward only, and not past the last date.')
    }
    if (this.#stoppedAt === undefined) this.#offset += milliseconds
    else this.#stoppedAt += milliseconds
    this.#changed()
  }

  /** Back to the time of the machine, when everything starts anew. */
  reset(): void {
    this.#offset = 0
    this.#stoppedAt = undefined
    this.#changed()
  }

  /** Called when due steps may have come closer. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Again after the store was emptied. */
  save(): void {
    this.#settings.set('clock', JSON.stringify({ offset: this.#offset, stoppedAt: this.#stoppedAt }))
  }

  #changed(): void {
    this.save()
    for (const listener of this.#listeners) listener()
  }

  #read(saved: string): void {
    const state = JSON.parse(saved) as { offset: number; stoppedAt?: number }
    this.#offset = state.offset
    this.#stoppedAt = state.stoppedAt
  }
}
