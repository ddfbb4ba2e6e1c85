import type { AppErrorShape } from './base/error.ts'
import type { AppEvent } from './events.ts'
import type { FileRef } from './files.ts'

/** The result of a call across the bridge. Errors are values, because a rejection keeps only its message. */
export type Reply<Output = unknown> = { ok: true; output: Output } | { ok: false; error: AppErrorShape }

/**
 * `window.mailroomHost`: all that the page can reach of the Electron host. `Dropped` is the DOM's File, which does not exist
 * in this room, because it also runs in Node.
 */
export type HostBridge<Dropped> = {
  invoke(name: string, input: unknown): Promise<Reply>
  /** Calls back for every event from now on; returns a function that stops it. */
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
