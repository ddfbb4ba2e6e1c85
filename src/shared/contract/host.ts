import type { AppErrorShape } from './base/error.ts'
import type { AppEvent } from './events.ts'
import type { FileRef } from './files.ts'

/** What a call answers across the bridge: errors cross whole, as values, because a rejection keeps only its message. */
export type Reply<Output = unknown> = { ok: true; output: Output } | { ok: false; error: AppErrorShape }

/**
 * `window.mailroomHost`: all that the page of the Electron host can reach. `Dropped` is the page's own File, a name that
 * this room, which also runs in Node, does not have.
 */
export type HostBridge<Dropped> = {
  invoke(name: string, input: unknown): Promise<Reply>
  /** Calls back for every event from now on; answers how to stop. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Turns dropped or pasted files into tokens; a path never reaches the page. */
  drop(files: readonly Dropped[]): Promise<Reply<FileRef[]>>
}

/** The bridge's two ends name the same channels. */
export const hostChannels = {
  invoke: 'mailroom:invoke',
  drop: 'mailroom:drop',
  event: 'mailroom:event',
} as const
