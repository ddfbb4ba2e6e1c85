import type { SyncSummary } from './summary.ts'

export type RunningSync = {
  readonly kind: 'sync' | 'again'
  readonly stop: AbortController
  readonly done: Promise<SyncSummary>
}

/** Waits until the sync has ended, successfully or not; throws as soon as the signal is aborted. */
export async function untilEnded({ done }: RunningSync, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([done.catch(() => undefined), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for the running sync, and stops it if the signal is aborted. */
export async function followSync({ stop, done }: RunningSync, signal: AbortSignal): Promise<SyncSummary> {
  const abort = (): void => stop.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await done
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
