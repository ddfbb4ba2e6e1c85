import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export type Flag = {
  readonly description: string
  /** The placeholder for the value in help, such as `FILE`. A flag without it is a switch. */
  readonly value?: string
  /** The value if the flag is not given, as worded in help. */
  readonly default?: string
  /** Whether the flag may be given several times. */
  readonly many?: true
  /** The values suggested in help and completion. The command itself refuses other values. */
  readonly choices?: readonly string[]
  /** Former names of the flag, which still work. */
  readonly aliases?: readonly string[]
  /** Set for flags of the project’s own tests and scripts, which help does not list. */
  readonly isHidden?: true
}

export type Flags = Readonly<Record<string, Flag>>

type ValueOf<Kind extends Flag> = Kind extends { value: string }
  ? Kind extends { many: true }
    ? readonly string[]
    : string | undefined
  : boolean

/** The typed arguments, parsed with the command’s flags. */
export type Given<Known extends Flags = Flags> = {
  readonly flags: { readonly [Name in keyof Known]: ValueOf<Known[Name]> }
  readonly operands: readonly string[]
}

export type Operand = {
  readonly name: string
  readonly description: string
  readonly most: number
  /** The values suggested in completion. The command itself refuses other values. */
  readonly choices?: readonly string[]
}

export type Example = { readonly run: string; readonly does: string }

export type Command<Known extends Flags = Flags> = {
  /** The words that are typed, such as `accounts add`. */
  readonly name: string
  /** One line, without a full stop. */
  readonly summary: string
  readonly description: readonly string[]
  readonly operand?: Operand
  readonly flags: Known
  readonly examples: readonly Example[]
  /** Every exit code that the command may return, and its meaning here if the general sentence is not specific enough. */
  readonly exits: Readonly<Partial<Record<ExitCode, string>>>
  /** `all` lists the program’s commands, for commands such as help. */
  readonly run: (given: Given<Known>, terminal: Terminal, all: Commands) => Promise<ExitCode>
}

/** A command whose flags have no static type. */
export type AnyCommand = Omit<Command, 'run'> & {
  run(given: Given<never>, terminal: Terminal, all: Commands): Promise<ExitCode>
}

export function defineCommand<const Known extends Flags>(command: Command<Known>): Command<Known> {
  return command
}

/** Command names and their loaders. Loading one command loads no other. */
export type Commands = Readonly<Record<string, () => Promise<AnyCommand>>>
