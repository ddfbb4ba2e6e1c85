import { getContext, setContext } from 'svelte'
import { ToastQueue, type Toast, type ToastRequest } from './toast-queue.ts'

type Extra = Omit<ToastRequest, 'message' | 'tone'>

/** The toasts of the window. The shell makes one, provides it, and renders `<ToastStack {toasts} />` once. */
export class Toasts {
  shown = $state.raw<readonly Toast[]>([])
  readonly #queue = new ToastQueue((shown) => (this.shown = shown))

  info = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'info' })
  ok = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'ok' })
  warn = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'warn' })
  error = (message: string, extra?: Extra): number => this.#queue.add({ ...extra, message, tone: 'danger' })
  dismiss = (id: number): void => this.#queue.dismiss(id)
  clear = (): void => this.#queue.clear()
  pause = (): void => this.#queue.pause()
  resume = (): void => this.#queue.resume()
}

const key = Symbol('toasts')

export function provideToasts(toasts: Toasts): Toasts {
  return setContext(key, toasts)
}

/** Call while a component is created, as any context. */
export function useToasts(): Toasts {
  const toasts = getContext<Toasts | undefined>(key)
  if (!toasts) throw new Error('No toasts were provided above this component.')
  return toasts
}
