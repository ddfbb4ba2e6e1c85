import type { AppEvent } from '#shared/contract/events.ts'

/** One way into the app. Every driver runs the same suite, so a host cannot differ without a test that says so. */
export type Driver = {
  readonly name: string
  /** Resolves with the output of the contract, or rejects with AppError. */
  invoke(name: string, input: unknown): Promise<unknown>
  /** Resolves once every later event will be heard; answers how to stop. */
  subscribe(listener: (event: AppEvent) => void): Promise<() => void>
  close(): Promise<void>
}

/** A fresh app on an empty data folder of its own. */
