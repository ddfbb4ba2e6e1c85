import type { AppErrorShape } from './base/error.ts'
import type { AppEvent } from './events.ts'
import type { FileRef } from './files.ts'
import type { CommandName } from './table.ts'

/** The result of a call across the bridge. Errors are values, because a rejection keeps only its message. */
export type Reply<Output = unknown> = { ok: true; output: Output } | { ok: false; error: AppErrorShape }

/** What a page needs before it shows anything. The browser host returns it with the key, which saves a call and its wait. */
export const firstCommands = [
  'app.info',
  'settings.get',
  'accounts.list',
  'jobs.list',
  'outcomes.list',
] as const satisfies readonly CommandName[]
export type FirstCommand = (typeof firstCommands)[number]

/** The result of `POST /session`. */
export type Session = { key: string; first: Readonly<Record<FirstCommand, Reply>> }

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
