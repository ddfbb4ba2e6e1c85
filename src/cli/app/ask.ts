import type { Handlers } from '#core/base/handlers.ts'
import type { Logger } from '#core/base/ports.ts'
import { dispatch } from '#core/dispatch.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'

/** Calls one of the app’s commands. The command line has no interface besides the one that the page uses. */
export type Ask = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
  signal?: AbortSignal,
) => Promise<CommandOutput<Name>>

type Asked = {
  readonly handlers: Partial<Handlers> | Promise<Partial<Handlers>>
  readonly logger: Pick<Logger, 'log'>
}

export function askOf(app: Asked): Ask {
  return async (name, input, signal = new AbortController().signal) => {
    const output = await dispatch(app, name, input, { signal })
    return output as CommandOutput<typeof name>
  }
}
