import type { AppEvent } from '#shared/contract/events.ts'

/** One way to call the app. Every driver runs the same suite, so any difference between hosts fails a test. */
export type Driver = {
  readonly name: string
  /** Resolves with an output of the contract, or rejects with an AppError. */
  invoke(name: string, input: unknown): Promise<unknown>
  /** Resolves once all later events will be received, with a function that unsubscribes. */
  subscribe(listener: (event: AppEvent) => void): Promise<() => void>
  close(): Promise<void>
}

/** A fresh app on an empty data folder. */
