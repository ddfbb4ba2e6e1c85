import type { CommandInput, CommandName, CommandOutput, ParsedInput } from '#shared/contract/table.ts'

export type CallContext = {
  /** Aborted if the caller has disconnected or cancelled the call. */
  readonly signal: AbortSignal
  /**
   * Aborted if a caller with a lasting connection is gone permanently. Used for work whose result nobody else needs.
   */
  readonly left?: AbortSignal
}

export type Handler<Name extends CommandName> = (
  input: ParsedInput<Name>,
  context: CallContext,
) => CommandOutput<Name> | Promise<CommandOutput<Name>>

/** One handler for each command of the contract. A missing or extra handler is a compile error. */
export type Handlers = { readonly [Name in CommandName]: Handler<Name> }

/** The handlers of one noun, provided by its room. */
export type HandlersOf<Prefix extends string> = {
  readonly [Name in CommandName as Name extends `${Prefix}.${string}` ? Name : never]: Handler<Name>
}

/** How a page calls its host. */
export type Invoke = <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandOutput<Name>>
