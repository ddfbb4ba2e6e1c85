export type ToastAction = {
  label: string
  run: () => void
}

export type ToastRequest = {
  message: string
  tone?: 'info' | 'ok' | 'warn' | 'danger'
  detail?: string
  action?: ToastAction
  /** Milliseconds on screen; `null` stays until dismissed. */
  duration?: number | null
}

export type Toast = ToastRequest & {
  id: number
  tone: 'info' | 'ok' | 'warn' | 'danger'
  /** How often the same message came while it was shown. */
  count: number
}

type RunningToast = Toast & {
  left: number | null
  since: number
  timer: unknown
}

type Timers = {
  now: () => number
  set: (run: () => void, delay: number) => unknown
  clear: (timer: unknown) => void
}

const visibleAtOnce = 4
const usualDuration = 6000
const actionDuration = 10_000

const browserTimers: Timers = {
  now: () => performance.now(),
  set: (run, delay) => setTimeout(run, delay),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}

/**
 * What is shown, what waits, and when each goes. A failure stays until it is dismissed: nobody should miss the sentence
 * that says what went wrong. The time of a toast runs only while it is on screen and nobody rests on the stack.
 */
export class ToastQueue {
  #shown: RunningToast[] = []
  #waiting: Toast[] = []
  #paused = false
  #lastId = 0
  readonly #changed: (shown: readonly Toast[]) => void
  readonly #timers: Timers

  constructor(changed: (shown: readonly Toast[]) => void, timers: Timers = browserTimers) {
    this.#changed = changed
    this.#timers = timers
  }

  get shown(): readonly Toast[] {
    return this.#shown
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(request: ToastRequest): number {
    const tone = request.tone ?? 'info'
    const same = this.#shown.find(
      (toast) => toast.message === request.message && toast.tone === tone && !toast.action && !request.action,
    )
    if (same) {
      this.#stop(same)
      Object.assign(same, { count: same.count + 1, left: durationOf({ ...request, tone }) })
      this.#start(same)
      this.#tell()
      return same.id
    }
    const toast: Toast = { ...request, tone, id: ++this.#lastId, count: 1 }
    this.#waiting.push(toast)
    this.#fill()
    return toast.id
  }

  dismiss(id: number): void {
    const gone = this.#shown.find((toast) => toast.id === id)
    if (gone) this.#stop(gone)
    this.#shown = this.#shown.filter((toast) => toast.id !== id)
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id)
    this.#fill()
  }

  /** The pointer or the focus rests on the stack. */
  pause(): void {
    if (this.#paused) return
    for (const toast of this.#shown) this.#stop(toast)
    this.#paused = true
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    for (const toast of this.#shown) this.#start(toast)
  }

  clear(): void {
    for (const toast of this.#shown) this.#stop(toast)
    this.#shown = []
    this.#waiting = []
    this.#tell()
  }

  #fill(): void {
    while (this.#shown.length < visibleAtOnce) {
      const next = this.#waiting.shift()
      if (!next) break
      const entry = { ...next, left: durationOf(next), since: 0, timer: undefined }
      this.#shown.push(entry)
      this.#start(entry)
    }
    this.#tell()
  }

  #start(toast: RunningToast): void {
    if (toast.left === null || this.#paused) return
    toast.since = this.#timers.now()
    toast.timer = this.#timers.set(() => this.dismiss(toast.id), toast.left)
  }

  #stop(toast: RunningToast): void {
    if (toast.timer === undefined) return
    this.#timers.clear(toast.timer)
    toast.timer = undefined
    if (toast.left !== null) toast.left = Math.max(0, toast.left - (this.#timers.now() - toast.since))
  }

  #tell(): void {
    this.#changed(this.#shown.map(({ left: _left, since: _since, timer: _timer, ...toast }) => toast))
  }
}

function durationOf(toast: ToastRequest): number | null {
  if (toast.duration !== undefined) return toast.duration
  if (toast.tone === 'danger') return null
  return toast.action ? actionDuration : usualDuration
}
