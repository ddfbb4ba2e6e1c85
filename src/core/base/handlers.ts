import type { CommandInput, CommandName, CommandOutput, ParsedInput } from '#shared/contract/table.ts'

export type CallContext = {
  /** Aborted when the caller has gone or took the call back. */
  readonly signal: AbortSignal
}

export type Handler<Name extends CommandName> = (
  input: ParsedInput<Name>,
  context: CallContext,
) => CommandOutput<Name> | Promise<CommandOutput<Name>>

/** One handler for each command of the contract: a missing or an extra one does not compile. */
export type Handlers = { readonly [Name in CommandName]: Handler<Name> }

/** The handlers of some nouns: what one room of the core gives to createApp. */
export type HandlersOf<Prefix extends string> = {
  readonly [Name in CommandName as Name extends `${Prefix}.${string}` ? Name : never]: Handler<Name>
}

/** What a host offers to its page. */
export type Invoke = <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandOutput<Name>>
