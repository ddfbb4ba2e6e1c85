import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { FirstCommand } from '#shared/contract/host.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'

/** A command without input is called with only its name. */
export type InputArgument<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [input?: CommandInput<Name>] : [input: CommandInput<Name>]

/** The page’s only connection to the outside. The host is chosen once, in open-host.ts. */
export type Host = {
  /** Rejects only with AppError. */
  invoke<Name extends CommandName>(name: Name, ...input: InputArgument<Name>): Promise<CommandOutput<Name>>
  /** Like `invoke`, but for calls at page start, whose results the host may have returned before the call. */
  first<Name extends FirstCommand>(name: Name): Promise<CommandOutput<Name>>
  subscribe(listener: (event: AppEvent) => void): () => void
  /**
   * `save` is called before Mailroom closes together with this page: it saves all unsaved work and returns the number of
   * drafts that could not be saved. A page in a browser outlives its host, so `save` is never called there.
   */
  onClosing(save: () => Promise<number>): void
  /** Returns tokens for files that were dropped on, pasted into or picked in the page. */
  upload(files: readonly File[]): Promise<FileRef[]>
  /** Saves a token’s file for the user, with a save dialog or a download. Returns false if the user closed the dialog. */
  save(token: string, name: string): Promise<boolean>
  /** Reports the state of the link: after each attempt to connect, and immediately if the host is known to be away. */
  onLink(listener: (link: Link) => void): () => void
  /** Whether the responding host belongs to another build than this page, which then can’t load its remaining files. */
  isOfOtherBuild(): boolean
  /** Tries to reach the host immediately instead of after the next pause. */
  reconnect(): void
}

/**
 * `down`: nothing responds; recovers automatically. `foreign`: the responder has not proved that it is this page’s
 * host, so it is sent nothing; the page keeps trying. `ended`: the host refuses the page permanently.
 */
export type Link = 'up' | 'down' | 'foreign' | 'ended'
