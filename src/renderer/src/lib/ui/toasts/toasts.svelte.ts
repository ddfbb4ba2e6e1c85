import { ToastQueue, type Toast, type ToastRequest } from './toast-queue.ts'

type Extra = Omit<ToastRequest, 'message' | 'tone'>

/** The window’s toasts, rendered once as `<ToastStack {toasts} />`. */
export class Toasts {
  shown = $state.raw<readonly Toast[]>([])
  readonly #queue = new ToastQueue((shown) => (this.shown = shown))

  info = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'info' })
  ok = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'ok' })
  warn = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'warn' })
  error = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'danger' })
  dismiss = (id: number): void => this.#queue.dismiss(id)
  dismissAbout = (about: string): void => this.#queue.dismissAbout(about)
  clear = (): void => this.#queue.clear()
  pause = (): void => this.#queue.pause()
  resume = (): void => this.#queue.resume()
}
