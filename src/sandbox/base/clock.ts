import { msPerDay, msPerHour, msPerWeek } from '#shared/domain/base/durations.ts'
import type { Settings } from '../store/index.ts'
import { Listeners } from './listeners.ts'

export type ClockState = {
  /** The sandbox’s time in epoch milliseconds. */
  now: number
  running: boolean
  /**
   * Milliseconds by which the sandbox’s clock is ahead of the machine’s. Decreases steadily while the clock is stopped.
   */
  offset: number
}

type ClockStart = { start?: number; running?: boolean; fixedStart?: number | undefined }

const units = { hour: msPerHour, day: msPerDay, week: msPerWeek } as const
export type ClockUnit = keyof typeof units
const latest = 8.64e15 / 2

/** The source of all dates in the sandbox. The clock can be stopped and moved forward; both are stored. */
export class SandboxClock {
  readonly #settings: Settings
  readonly #listeners = new Listeners()
  #offset = 0
  #stoppedAt: number | undefined
  /** The start and end of the last advance. */
  #jump: { from: number; to: number } | undefined
  readonly #fixedStart: number | undefined

  /** With `fixedStart`, a new clock is stopped at this time, and every reset returns to it. */
  constructor(settings: Settings, { start, running, fixedStart }: ClockStart = {}) {
    this.#settings = settings
    this.#fixedStart = fixedStart
    const saved = settings.get('clock')
    if (saved !== null) this.#read(saved)
    else if (fixedStart !== undefined || running === false) this.#stoppedAt = fixedStart ?? start
    else if (start !== undefined) this.#offset = start - Date.now()
  }

  now(): number {
    return this.#stoppedAt ?? Date.now() + this.#offset
  }

  /**
   * Returns the time to use for work that was planned for `due` and is done now. An advance may pass many planned times
   * at once. Each piece of work is then dated to its own time, not to the end of the advance.
   */
  timeOf(due: number): number {
    if (this.#jump === undefined || due >= this.#jump.to) return this.now()
    return Math.max(due, this.#jump.from)
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

  /** Moves the clock forward only, because recorded events must stay in the past. */
  advance(by: number | ClockUnit): void {
    const milliseconds = typeof by === 'number' ? by : units[by]
    if (!(milliseconds >= 0 && this.now() + milliseconds <= latest)) {
      throw new RangeError('The clock can move only forward, and not past the last date that it supports.')
    }
    const from = this.now()
    if (this.#stoppedAt === undefined) this.#offset += milliseconds
    else this.#stoppedAt += milliseconds
    this.#jump = { from, to: from + milliseconds }
    this.#changed()
  }

  /**
   * Returns to the machine’s time, or to the fixed start, for new content. `fill` must save the clock with that content.
   * If it throws, the clock stays as it was.
   */
  reset(fill: () => void): void {
    const [offset, stoppedAt, jump] = [this.#offset, this.#stoppedAt, this.#jump]
    this.#offset = 0
    this.#stoppedAt = this.#fixedStart
    this.#jump = undefined
    try {
      fill()
    } catch (error) {
      this.#offset = offset
      this.#stoppedAt = stoppedAt
      this.#jump = jump
      throw error
    }
    this.#listeners.emit()
  }

  /** Continues at the time at which restored content was saved, even if that is in the past. */
  continueAt({ now, running }: Pick<ClockState, 'now' | 'running'>): void {
    this.#offset = now - Date.now()
    this.#stoppedAt = running ? undefined : now
    this.#jump = undefined
    this.#changed()
  }

  /** Calls `listener` after every change, because planned steps may be due by then. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Must also be called after the store has been emptied. */
  save(): void {
    this.#settings.set('clock', JSON.stringify({ offset: this.#offset, stoppedAt: this.#stoppedAt }))
  }

  #changed(): void {
    this.save()
    this.#listeners.emit()
  }

  #read(saved: string): void {
    const state = JSON.parse(saved) as { offset: number; stoppedAt?: number }
    this.#offset = state.offset
    this.#stoppedAt = state.stoppedAt
  }
}
