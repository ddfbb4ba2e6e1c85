import type { AnyCommand, Command, Flag } from './command.ts'
import { exitCodes, exitMeanings, type ExitCode } from './exit-codes.ts'

const programName = 'mailroom'
const width = 80

/** The text of `--help` for a command: what it does and how to use it. */
export function commandHelp(command: AnyCommand): string {
  const flags = shownFlags(command).map(([name, flag]) => [flagHead(name, flag), flagText(flag)] as const)
  const exits = exitLines(command).map(([code, meaning]) => [String(code), meaning] as const)
  const { operand } = command
  const sections = [
    `${programName} ${command.name} – ${command.summary}`,
    `Usage: ${usage(command)}`,
    ...command.description.map((paragraph) => wrapped(paragraph)),
    ...(operand ? [table([[operand.name, operand.description]])] : []),
    `Flags\n${table(flags)}`,
    `Examples\n${command.examples.map(({ run, does }) => `  ${run}\n${wrapped(does, '      ')}`).join('\n')}`,
    `Exit codes\n${table(exits)}`,
  ]
  return `${sections.join('\n\n')}\n`
}

export function programHelp(commands: readonly AnyCommand[], intro: string): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    wrapped(intro),
    `Usage: ${programName} COMMAND [flags]`,
    `Commands\n${table(lines)}`,
    `${wrapped(`${programName} COMMAND --help explains a command, with examples and its exit codes. ${programName} --version prints the version.`)}\n`,
  ].join('\n\n')
}

/** The text of `--help` for the commands that begin with the same word. */
export function groupHelp(first: string, commands: readonly AnyCommand[]): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    `Usage: ${programName} ${first} SUBCOMMAND [flags]`,
    `Commands\n${table(lines)}`,
    `${wrapped(`${programName} ${first} SUBCOMMAND --help explains a command, with examples and its exit codes.`)}\n`,
  ].join('\n\n')
}

export function usage({ name, flags, operand }: Pick<Command, 'name' | 'flags' | 'operand'>): string {
  const hasFlags = Object.keys(flags).length > 0 ? ' [flags]' : ''
  const rest = operand ? ` ${operand.most > 1 ? `[${operand.name}…]` : `[${operand.name}]`}` : ''
  return `${programName} ${name}${hasFlags}${rest}`
}

export function shownFlags({ flags }: Pick<Command, 'flags'>): readonly (readonly [string, Flag])[] {
  const shown = Object.entries(flags).filter(([, { isHidden }]) => !isHidden)
  return [...shown, ['help', { description: 'show this help' }]]
}

export function flagHead(name: string, { value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

export function flagText({ description, choices, default: without, many }: Flag): string {
  const parts = [
    description,
    ...(choices ? [`${description.endsWith(' and') ? '' : ':'} ${choices.join(', ')}`] : []),
    ...(many ? ['; may be given several times'] : []),
    ...(without === undefined ? [] : [` (default: ${without})`]),
  ]
  return parts.join('')
}

/**
 * Removes a trailing “and” from a flag’s description: help continues with the choices, but a shell lists them itself.
 */
export function withoutList(description: string): string {
  return description.replace(/,? and$/, '')
}

/** The command’s exit codes, including codes that every command may return. */
export function exitLines({ exits }: Pick<Command, 'exits'>): readonly (readonly [ExitCode, string])[] {
  const all = { [exitCodes.done]: undefined, [exitCodes.failed]: undefined, [exitCodes.usage]: undefined, ...exits }
  return Object.entries(all)
    .map(([code, meaning]) => [Number(code) as ExitCode, meaning] as const)
    .map(([code, meaning]) => [code, meaning || exitMeanings[code]] as const)
    .sort(([one], [other]) => one - other)
}

function table(lines: readonly (readonly [string, string])[]): string {
  const column = Math.min(28, Math.max(...lines.map(([head]) => head.length)) + 4)
  const indent = ' '.repeat(column)
  return lines
    .map(([head, text]) => {
      const body = wrapped(text, indent)
      // A long name is printed on a line above its description.
      return head.length + 4 > column ? `  ${head}\n${body}` : `  ${head}${body.slice(head.length + 2)}`
    })
    .join('\n')
}

function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    const isFirst = line === indent
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
