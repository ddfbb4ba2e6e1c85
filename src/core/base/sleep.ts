import type { Clock } from './ports.ts'

/** Resolves after the pause, or as soon as the signal is aborted. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(milliseconds, end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
