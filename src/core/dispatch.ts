import type { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { inputSentence } from '#shared/contract/base/input-sentences.ts'
import { findCommand } from '#shared/contract/find-command.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { CallContext, Handlers } from './base/handlers.ts'
import type { Logger } from './base/ports.ts'

type Dispatching = {
  readonly handlers: Partial<Handlers> | Promise<Partial<Handlers>>
  readonly logger: Pick<Logger, 'log'>
}

/**
 * The only entry point into the core for every host. It looks up the command, parses the input with its schema, runs the
 * handler and checks the output. The result is always a contract value or an AppError.
 */
export async function dispatch(
  { handlers, logger }: Dispatching,
  asked: string,
  input: unknown,
  context: CallContext,
): Promise<unknown> {
  const found = await findCommand(asked)
  if (found === null) {
    throw new AppError('unknown-command', 'This version of Mailroom doesn’t have that command.', {
      details: { command: asked.slice(0, 80) },
    })
  }
  const { name, command } = found
  const parsed = command.input.safeParse(input ?? undefined, { error: inputSentence(name) })
  if (!parsed.success) throw invalid(name, parsed.error)
  const handle = (await handlers)[name] as ((input: unknown, context: CallContext) => unknown) | undefined
  if (handle === undefined) throw new AppError('not-offered', 'Mailroom is running read-only, so it can’t do that.')
  try {
    const output = await handle(parsed.data, context)
    return command.output.parse(output)
  } catch (thrown) {
    const error = isAbort(thrown, context.signal)
      ? new AppError('aborted', 'The call was cancelled.', { cause: thrown })
      : AppError.from(thrown)
    if (error.code === 'internal') {
      const stack = thrown instanceof Error ? thrown.stack : undefined
      logger.log('error', 'A command failed inside Mailroom.', { command: name, ...error.details, stack })
    }
    throw error
  }
}

/**
 * Whether the error was thrown by `throwIfAborted()` or one of Node’s own functions because the caller has
 * disconnected, which is not a failure of Mailroom.
 */
function isAbort(thrown: unknown, signal: AbortSignal): boolean {
  if (thrown instanceof AppError) return false
  return (thrown instanceof Error && thrown.name === 'AbortError') || (signal.aborted && thrown === signal.reason)
}

/** States which field is wrong and what to do. The value itself is left out of the message, since it may be a secret. */
function invalid(name: CommandName, error: z.ZodError): AppError {
  const issues = error.issues.map((issue) => ({ field: issue.path.join('.'), problem: issue.message }))
  return new AppError('invalid-input', error.issues[0]!.message, { details: { command: name, issues } })
}
