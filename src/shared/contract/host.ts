import type { AppErrorShape } from './base/error.ts'
import type { AppEvent } from './events.ts'
import type { FileRef } from './files.ts'
import type { CommandName } from './table.ts'

/** The result of a call across the bridge. Errors are values, because a rejection keeps only its message. */
export type Reply<Output = unknown> = { ok: true; output: Output } | { ok: false; error: AppErrorShape }

/**
 * The commands whose results a page needs before it shows anything. The browser host returns them with the key, which saves
 * a call and its wait.
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
 * `window.mailroomHost`: everything that the page can reach of the Electron host. `Dropped` is the DOM's File, which does
 * not exist in this room, because the room also runs in Node.
 */
export type HostBridge<Dropped> = {
  invoke(name: string, input: unknown): Promise<Reply>
  /** Calls back for every event from now on; returns a function that stops this. */
  subscribe(listener: (event: AppEvent) => void): () => void
  /** Turns dropped or pasted files into tokens; a path never reaches the page. */
  drop(files: readonly Dropped[]): Promise<Reply<FileRef[]>>
  /**
   * `save` writes everything that the page has not saved yet, because Mailroom is closing, and returns how many drafts
   * could not be saved. `stay` is called if the user then decides not to close.
   */
  onClosing(save: () => Promise<number>, stay: () => void): void
}

/**
 * A dropped file: the path of a file on the disk, or a file that exists only in the page, such as a pasted picture. A file
 * with too many bytes does not even leave the page.
 */
export type DroppedFile = string | { readonly name: string; readonly size: number; readonly bytes: Uint8Array | null }

/** A file that exists only in the page is in memory three times on its way; a file on the disk may have any size. */
export const mostDroppedBytes = 100 * 1024 * 1024

/** The bridge's two ends name the same channels. */
export const hostChannels = {
  invoke: 'mailroom:invoke',
  drop: 'mailroom:drop',
  event: 'mailroom:event',
  /** To the page: save what is not saved yet. */
  closing: 'mailroom:closing',
  /** To the page: Mailroom stays open after all. */
  stay: 'mailroom:stay',
  /** From the page, with how many drafts could not be saved. */
  saved: 'mailroom:saved',
} as const
