import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'

type InputOf<Name extends CommandName> =
  undefined extends CommandInput<Name> ? [input?: CommandInput<Name>] : [input: CommandInput<Name>]
export type Ask = <Name extends CommandName>(name: Name, ...input: InputOf<Name>) => Promise<CommandOutput<Name>>

/** Runs commands of an app that is in this process. */
export function askApp(app: App): Ask {
  return async (name, ...[input]) => {
    const output = await dispatch(app, name, input, { signal: new AbortController().signal })
    return output as CommandOutput<typeof name>
  }
}
