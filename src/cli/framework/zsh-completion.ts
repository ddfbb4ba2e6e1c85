import type { AnyCommand, Flag } from './command.ts'
import { shownFlags, withoutList } from './help.ts'

/** The script works both as a file in $fpath and when it is sourced. */
export function zshCompletion(commands: readonly AnyCommand[]): string {
  const firsts = commands.filter(({ name }) => !name.includes(' '))
  const seconds = commands.filter(({ name }) => name.includes(' '))
  return `#compdef mailroom
compdef _mailroom mailroom
_mailroom() {
  local -a names
  if (( CURRENT == 2 )); then
    names=(${firsts.map((command) => described(command.name, command.summary)).join(' ')})
    _describe -t commands command names
    _arguments '--help[print the help of all commands]' '--version[print the version]'
    return
  fi
  local name=$words[2]
  if [[ "$name $words[3]" == (${seconds.map(({ name }) => name.replace(' ', '\\ ')).join('|')}) ]] && (( CURRENT > 3 )); then
    name="$name $words[3]"
    shift words
    (( CURRENT-- ))
  elif (( CURRENT == 3 )); then
    case $name in
${firsts.flatMap((first) => secondsOf(first, seconds)).join('\n')}
    esac
  fi
  shift words
  (( CURRENT-- ))
  case $name in
${commands.map(argumentsOf).join('\n')}
  esac
}
# Loaded from $fpath: the first completion only reads this file, so the function has to be run here.
if [[ $funcstack[1] == _mailroom ]]; then _mailroom "$@"; fi
`
}

function secondsOf({ name }: AnyCommand, seconds: readonly AnyCommand[]): string[] {
  const own = seconds.filter((command) => command.name.startsWith(`${name} `))
  if (own.length === 0) return []
  const names = own.map((command) => described(command.name.slice(name.length + 1), command.summary))
  return [`      ${name}) names=(${names.join(' ')}); _describe -t commands command names ;;`]
}

function argumentsOf(command: AnyCommand): string {
  const { operand } = command
  const flags = shownFlags(command).map(([name, flag]) => flagOf(name, flag))
  const rest = operand ? [quoted(`*:${operand.name}:${operand.choices ? `(${operand.choices.join(' ')})` : ' '}`)] : []
  return `    ${quoted(command.name)}) _arguments ${[...flags, ...rest].join(' ')} ;;`
}

function flagOf(name: string, { description, value, choices, many }: Flag): string {
  const text = withoutList(description).replace(/[[\]\\:]/g, '\\$&')
  const values = choices ? `(${choices.join(' ')})` : '_files'
  return quoted(`${many ? '*' : ''}--${name}[${text}]${value === undefined ? '' : `:${value}:${values}`}`)
}

function described(name: string, summary: string): string {
  return quoted(`${name}:${summary}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
