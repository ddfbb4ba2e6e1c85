import type { AppErrorShape } from './base/error.ts'
import type { AppEvent } from './events.ts'
import type { FileRef } from './files.ts'
import type { CommandName } from './table.ts'

/** The result of a call across the bridge. Errors are values, because a rejection keeps only its message. */
export type Reply<Output = unknown> = { ok: true; output: Output } | { ok: false; error: AppErrorShape }

/**
 * The commands whose results a page needs before it can show anything. The browser host returns them together with the
 * session’s key, so that the page needs no further calls.
 */
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
 * `window.mailroomHost`, through which the page reaches the Electron host. `Dropped` is the DOM’s File, a type that is
 * unknown here, because this code also runs in Node.
 */
export type HostBridge<Dropped> = {
  invoke(name: string, input: unknown): Promise<Reply>
  /** Calls `listener` for every event from now on; the returned function unsubscribes it. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Turns dropped or pasted files into tokens; paths never reach the page. */
  drop(files: readonly Dropped[]): Promise<Reply<FileRef[]>>
  /**
   * `save` writes everything that the page has not saved yet, because Mailroom is closing, and returns the number of drafts
   * that could not be saved. `stay` is called if the user then decides not to close.
   */
  onClosing(save: () => Promise<number>, stay: () => void): void
}

/**
 * A dropped file: either the path of a file on disk, or a file that exists only in the page, such as a pasted picture.
 * If the latter is too large, `bytes` is null and its content is not copied.
 */
export type DroppedFile = string | { readonly name: string; readonly size: number; readonly bytes: Uint8Array | null }

/**
 * The limit for a file that exists only in the page. While it is passed on, it is in memory three times. A file on disk
 * may have any size.
 */
export const mostDroppedBytes = 100 * 1024 * 1024

/** The channels used by both ends of the bridge. */
export const hostChannels = {
  invoke: 'mailroom:invoke',
  drop: 'mailroom:drop',
  event: 'mailroom:event',
  /** To the page: save all unsaved work. */
  closing: 'mailroom:closing',
  /** To the page: Mailroom stays open, because the user decided not to close it. */
  stay: 'mailroom:stay',
  /** From the page, with the number of drafts that could not be saved. */
  saved: 'mailroom:saved',
} as const
