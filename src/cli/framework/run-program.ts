import type { AnyCommand, Commands } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { errorOf, exitOf, InterruptedError, sentenceOf } from './failures.ts'
import { OutputClosed, writeBytes } from './output.ts'
import { readFlags } from './read-flags.ts'
import { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

type Program = {
  readonly commands: Commands
  readonly intro: string
  readonly version: () => Promise<string>
}

/**
 * Runs the typed command and resolves to the exit code. Every failure has a nonzero code and, unless the user ended the
 * command, is explained in a sentence.
 */
export async function runProgram(
  program: Program,
  argumentList: readonly string[],
  terminal = new Terminal(),
): Promise<ExitCode> {
  try {
    return await run(program, argumentList, terminal)
  } catch (thrown) {
    // The program that reads the output has closed it, because it needs no more.
    if (thrown instanceof OutputClosed) return exitCodes.done
    if (thrown instanceof InterruptedError) return exitCodes.interrupted
    const error = errorOf(thrown)
    terminal.say(sentenceOf(error))
    return exitOf(error.code)
  } finally {
    terminal.progress.clear()
  }
}

async function run(program: Program, argumentList: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const asked = argumentList[0] === 'help' ? [...argumentList.slice(1), '--help'] : argumentList
  const { commands } = program
  const name = nameIn(commands, asked)
  if (name === null) return withoutCommand(program, asked, terminal)
  const command = await commands[name]!()
  const rest = asked.slice(name.split(' ').length)
  if (isHelpAsked(rest)) {
    const { commandHelp } = await import('./help.ts')
    await writeBytes(terminal.stdout, commandHelp(command))
    return exitCodes.done
  }
  return command.run(read(command, rest), terminal, commands)
}

function isHelpAsked(argumentList: readonly string[]): boolean {
  const flagsEnd = argumentList.indexOf('--')
  const before = flagsEnd < 0 ? argumentList : argumentList.slice(0, flagsEnd)
  return before.includes('--help') || before.includes('-h')
}

function read(command: AnyCommand, argumentList: readonly string[]): never {
  try {
    return readFlags(command, argumentList) as never
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    throw new UsageError(`${thrown.message} See mailroom ${command.name} --help.`)
  }
}

/** The longest command name that the arguments begin with: `accounts add` before `accounts`. */
function nameIn(commands: Commands, [first, second]: readonly string[]): string | null {
  const names = [`${first} ${second}`, `${first}`]
  return names.find((name) => Object.hasOwn(commands, name)) ?? null
}

/**
 * Handles a word that several commands begin with, such as `team-archive`: prints their help, or throws if no help was
 * requested.
 */
async function withoutSubcommand(
  { commands }: Program,
  parts: readonly string[],
  { isHelp, stdout }: { readonly isHelp: boolean; readonly stdout: Terminal['stdout'] },
): Promise<ExitCode> {
  const first = parts[0]!.split(' ')[0]!
  if (!isHelp) throw new UsageError(partsSentence(first, parts))
  const [{ groupHelp }, loaded] = await Promise.all([
    import('./help.ts'),
    Promise.all(parts.map((name) => commands[name]!())),
  ])
  await writeBytes(stdout, groupHelp(first, loaded))
  return exitCodes.done
}

function partsSentence(first: string, parts: readonly string[]): string {
  const names = parts.map((name) => name.slice(first.length + 1)).join(', ')
  return `${first} needs a subcommand: ${names}. For details, run mailroom ${parts[0]!} --help.`
}

async function withoutCommand(
  program: Program,
  [first, ...rest]: readonly string[],
  { stdout, stderr }: Terminal,
): Promise<ExitCode> {
  const { commands, intro, version } = program
  if (first === '--version' || first === 'version') {
    await writeBytes(stdout, `${await version()}\n`)
    return exitCodes.done
  }
  if (first !== undefined && first !== '--help' && first !== '-h') {
    const parts = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
    if (parts.length > 0) return withoutSubcommand(program, parts, { isHelp: isHelpAsked(rest), stdout })
    const what = first.startsWith('-') ? 'Give the command before its flags' : `There is no command named ${first}`
    throw new UsageError(`${what}.${didYouMean(first, Object.keys(commands))} See mailroom --help.`)
  }
  const [{ programHelp }, loaded] = await Promise.all([
    import('./help.ts'),
    Promise.all(Object.values(commands).map((load) => load())),
  ])
  const text = programHelp(loaded, intro)
  if (first === undefined) {
    stderr.write(text)
    return exitCodes.usage
  }
  await writeBytes(stdout, text)
  return exitCodes.done
}
