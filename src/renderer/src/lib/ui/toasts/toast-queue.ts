export type ToastAction = {
  label: string
  run: () => void
  isUndo?: boolean
}

export type ToastRequest = {
  message: string
  tone?: 'info' | 'ok' | 'warn' | 'danger'
  detail?: string
  action?: ToastAction
  /** The id of the toast’s subject, such as a job. Once the user has dealt with the subject, the toast disappears. */
  about?: string
  /** How many milliseconds the toast stays on the screen; `null` if it stays until dismissed. */
  duration?: number | null
}

export type Toast = ToastRequest & {
  id: number
  tone: 'info' | 'ok' | 'warn' | 'danger'
  /** The number of times that the same message has arrived while it was shown. */
  count: number
}

type RunningToast = Toast & {
  remaining: number | null
  startedAt: number
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
 * The toasts on the screen, those waiting, and when each disappears. A failure stays until it is dismissed, so that the
 * user does not miss it. A toast’s time runs only while it is on the screen and neither pointer nor focus is on the stack.
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
      Object.assign(same, { count: same.count + 1, remaining: durationOf({ ...request, tone }) })
      this.#start(same)
      this.#emit()
      return same.id
    }
    const toast: Toast = { ...request, tone, id: ++this.#lastId, count: 1 }
    if (request.action?.isUndo) this.#showNow(toast)
    else this.#waiting.push(toast)
    this.#fill()
    return toast.id
  }

  /**
   * An Undo does not wait: it replaces the oldest toast that would disappear by itself and offers no Undo, if possible
   * one that offers nothing.
   */
  #showNow(toast: Toast): void {
    const others = this.#waiting.findIndex(({ action }) => !action?.isUndo)
    this.#waiting.splice(others < 0 ? this.#waiting.length : others, 0, toast)
    if (this.#shown.length < visibleAtOnce) return
    const brief = this.#shown.filter(({ remaining, action }) => remaining !== null && !action?.isUndo)
    const replaced = brief.find(({ action }) => !action) ?? brief[0]
    if (!replaced) return
    this.#stop(replaced)
    this.#shown = this.#shown.filter((other) => other !== replaced)
  }

  dismiss(id: number): void {
    const gone = this.#shown.find((toast) => toast.id === id)
    if (gone) this.#stop(gone)
    this.#shown = this.#shown.filter((toast) => toast.id !== id)
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id)
    this.#fill()
  }

  dismissAbout(about: string): void {
    for (const toast of [...this.#shown, ...this.#waiting]) if (toast.about === about) this.dismiss(toast.id)
  }

  /** Called when the pointer or the focus is on the stack. */
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
    this.#emit()
  }

  #fill(): void {
    while (this.#shown.length < visibleAtOnce) {
      const next = this.#waiting.shift()
      if (!next) break
      const entry = { ...next, remaining: durationOf(next), startedAt: 0, timer: undefined }
      this.#shown.push(entry)
      this.#start(entry)
    }
    this.#emit()
  }

  #start(toast: RunningToast): void {
    if (toast.remaining === null || this.#paused) return
    toast.startedAt = this.#timers.now()
    toast.timer = this.#timers.set(() => this.dismiss(toast.id), toast.remaining)
  }

  #stop(toast: RunningToast): void {
    if (toast.timer === undefined) return
    this.#timers.clear(toast.timer)
    toast.timer = undefined
    if (toast.remaining !== null)
      toast.remaining = Math.max(0, toast.remaining - (this.#timers.now() - toast.startedAt))
  }

  #emit(): void {
    this.#changed(this.#shown.map(({ remaining: _remaining, startedAt: _startedAt, timer: _timer, ...toast }) => toast))
  }
}

function durationOf(toast: ToastRequest): number | null {
  if (toast.duration !== undefined) return toast.duration
  if (toast.tone === 'danger') return null
  return toast.action ? actionDuration : usualDuration
}
