import { fstatSync, readFileSync } from 'node:fs'
import { sandboxCommand } from '../commands/sandbox.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { commandHelp } from '../framework/help.ts'
import { writeBytes } from '../framework/output.ts'
import { runProgram } from '../framework/run-program.ts'
import { Terminal } from '../framework/terminal.ts'
import { runSandbox } from '../sandbox/run-sandbox.ts'
import { chosenBy } from '../sandbox/sandbox-flags.ts'

/** Puts the command name that the user typed into a text written for `mailroom sandbox`. */
function renamed(text: string): string {
  return text.replaceAll('mailroom sandbox', 'mailroom-sandbox')
}

class PackageTerminal extends Terminal {
  override say(sentence: string): void {
    super.say(renamed(sentence))
  }
}

const command: typeof sandboxCommand = {
  ...sandboxCommand,
  run: (given, terminal) => runSandbox(chosenBy(given, terminal), terminal, inputClosed()),
}

/** The program of the npm package: `mailroom sandbox` under another name, and nothing else. */
export async function runPackage(argumentList: readonly string[], terminal = new PackageTerminal()): Promise<ExitCode> {
  if (argumentList.includes('--help') || argumentList.includes('-h')) {
    await writeBytes(terminal.stdout, renamed(commandHelp(command)))
    return exitCodes.done
  }
  if (argumentList[0] === '--version') {
    await writeBytes(terminal.stdout, `${await version()}\n`)
    return exitCodes.done
  }
  const commands = { sandbox: () => Promise.resolve(command) }
  return runProgram({ commands, intro: command.summary, version }, ['sandbox', ...argumentList], terminal)
}

async function version(): Promise<string> {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/**
 * Resolves when the parent process closes the input or ends. Undefined unless the input is a pipe or a socket: services
 * and containers are started with an input that has already ended.
 */
function inputClosed(): Promise<void> | undefined {
  const input = fstatSync(0)
  if (!input.isFIFO() && !input.isSocket()) return undefined
  const { stdin } = process
  stdin.resume().unref()
  return new Promise((resolve) => {
    stdin.once('close', resolve)
    stdin.once('end', resolve)
  })
}
