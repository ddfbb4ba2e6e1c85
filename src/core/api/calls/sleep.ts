import type { Clock } from '../../base/ports.ts'
import { Aborted } from '../http/failure.ts'

type Ends = {
  readonly signals: readonly (AbortSignal | undefined)[]
  /** The client's own end: its reason is what the sleeper rejects with. */
  readonly closing: AbortSignal
}

/** Resolves after the pause, or rejects as soon as one of the signals is aborted. */
export function sleep(clock: Clock, milliseconds: number, { signals, closing }: Ends): Promise<void> {
  return new Promise((resolve, reject) => {
    const watched = [...signals, closing].filter((signal) => signal !== undefined)
    const end = (): void => {
      timer.cancel()
      for (const signal of watched) signal.removeEventListener('abort', abort)
    }
    const abort = (): void => {
      end()
      reject(closing.aborted ? closing.reason : new Aborted())
    }
    const timer = clock.after(milliseconds, () => {
      end()
      resolve()
    })
    for (const signal of watched) {
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
    }
  })
}
