import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { FirstCommand } from '#shared/contract/host.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'

/** A command without input is called with its name alone. */
export type InputArgument<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [input?: CommandInput<Name>] : [input: CommandInput<Name>]

/** The page's only way out. The host is chosen once, in open-host.ts. */
export type Host = {
  /** Rejects only with AppError. */
  invoke<Name extends CommandName>(name: Name, ...input: InputArgument<Name>): Promise<CommandOutput<Name>>
  /** Like `invoke`, at the start of the page: the host may have returned the result before the call. */
  first<Name extends FirstCommand>(name: Name): Promise<CommandOutput<Name>>
  subscribe(listener: (event: AppEvent) => void): () => void
  /**
   * `save` is called before Mailroom closes together with this page: it saves everything unsaved, and returns how many
   * drafts could not be saved. A page in a browser outlives its host, so it is never called there.
   */
  onClosing(save: () => Promise<number>): void
  /** Files dropped on, pasted into or picked in the page become tokens. */
  upload(files: readonly File[]): Promise<FileRef[]>
  /**
   * Saves the file of a token for the user, with a save dialog or a download. Returns false if the user closed the dialog.
   */
  save(token: string, name: string): Promise<boolean>
  /** Reports whether the host itself responds. The first report comes with the first change. */
  onLink(listener: (link: Link) => void): () => void
  /** Whether the responding host is of another build than this page, which then can't load any more of its files. */
  isOfOtherBuild(): boolean
  /** Tries to reach the host now, instead of after the next pause. */
  reconnect(): void
}

/**
 * `down` recovers automatically: nothing responds. `foreign`: the responder has not proved to be the host of this page, and
 * gets nothing; the page keeps trying. After `ended`, the host refuses the page for good.
 */
export type Link = 'up' | 'down' | 'foreign' | 'ended'
