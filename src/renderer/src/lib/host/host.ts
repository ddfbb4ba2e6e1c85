import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { FirstCommand } from '#shared/contract/host.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'

/** A command without input is called with its name alone. */
export type InputArgument<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [input?: CommandInput<Name>] : [input: CommandInput<Name>]

/** The page's only way out. Which host it talks to is decided once, in open-host.ts. */
export type Host = {
  /** Rejects with AppError and nothing else. */
  invoke<Name extends CommandName>(name: Name, ...input: InputArgument<Name>): Promise<CommandOutput<Name>>
  /** As `invoke`, at the start of the page: a host may have returned it before it is asked. */
  first<Name extends FirstCommand>(name: Name): Promise<CommandOutput<Name>>
  subscribe(listener: (event: AppEvent) => void): () => void
  /**
   * `save` is called before Mailroom closes, with this page: it saves what is not saved yet, and returns how many drafts could
   * not be. A page in a browser outlives its host, and is asked nothing.
   */
  onClosing(save: () => Promise<number>): void
  /** Files dropped on, pasted into or picked in the page become tokens. */
  upload(files: readonly File[]): Promise<FileRef[]>
  /** Saves the file of a token for the user, by a save dialog or a download. False if the user closed the dialog. */
  save(token: string, name: string): Promise<boolean>
  /** Reports whether the host itself responds. The first report comes with the first change. */
  onLink(listener: (link: Link) => void): () => void
  /** Whether what responds now is of another build than this page, which then cannot load any more of its files. */
  isOfOtherBuild(): boolean
  /** Tries to reach the host now, instead of after the next pause. */
  reconnect(): void
}

/**
 * `down` recovers by itself: nothing responds. `foreign`: what responds has not proved to be the host of this page, which gets
 * nothing; the page goes on trying. After `ended`, the host refuses the page for good.
 */
export type Link = 'up' | 'down' | 'foreign' | 'ended'
