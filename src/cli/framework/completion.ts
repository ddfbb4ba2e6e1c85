import type { AnyCommand } from './command.ts'
import { shownFlags, withoutList } from './help.ts'
import { zshCompletion } from './zsh-completion.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** A script that completes commands, flags and choices. It runs no program during completion, so it is instant. */
export function completionOf(shell: Shell, commands: readonly AnyCommand[]): string {
  if (shell === 'fish') return fish(commands)
  return shell === 'bash' ? bash(commands) : zshCompletion(commands)
}

function bash(commands: readonly AnyCommand[]): string {
  return `# mailroom completion bash
_mailroom() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local name="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
${wordsOfCommand(commands)}
  case "$name $before" in
${choiceCases(commands)}
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then words="${[...firstWords(commands), '--help', '--version'].join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [[ \${#COMPREPLY[@]} -eq 0 && "$word" != -* ]]; then compopt -o default 2>/dev/null; fi
}
complete -F _mailroom mailroom
`
}

function fish(commands: readonly AnyCommand[]): string {
  const lines = ['# mailroom completion fish', 'complete -c mailroom -f']
  for (const first of firstWords(commands)) {
    const command = commands.find(({ name }) => name === first)
    lines.push(`complete -c mailroom -n __fish_use_subcommand -a ${first} -d ${quoted(command?.summary ?? '')}`)
  }
  lines.push("complete -c mailroom -n __fish_use_subcommand -l help -d 'print the help of all commands'")
  lines.push("complete -c mailroom -n __fish_use_subcommand -l version -d 'print the version'")
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    const seconds = commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
    const isFirst = `__fish_seen_subcommand_from ${first}`
    const hasNone = `; and not __fish_seen_subcommand_from ${seconds.join(' ')}`
    if (second !== undefined) {
      lines.push(`complete -c mailroom -n ${quoted(isFirst + hasNone)} -a ${second} -d ${quoted(command.summary)}`)
    }
    const isSecond =
      second === undefined ? (seconds.length > 0 ? hasNone : '') : `; and __fish_seen_subcommand_from ${second}`
    const when = quoted(isFirst + isSecond)
    const { choices: operands } = command.operand ?? {}
    if (operands) lines.push(`complete -c mailroom -n ${when} -a ${quoted(operands.join(' '))}`)
    for (const [name, { description, value, choices }] of shownFlags(command)) {
      const values = choices ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined ? '' : ' -r -F'
      lines.push(`complete -c mailroom -n ${when} -l ${name}${values} -d ${quoted(withoutList(description))}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** The words that may follow each command, for bash. */
function wordsOfCommand(commands: readonly AnyCommand[]): string {
  const lines = firstWords(commands).map((first) => {
    const own = commands.filter(({ name }) => name.split(' ')[0] === first)
    const seconds = own.flatMap(({ name, operand }) => [...name.split(' ').slice(1), ...(operand?.choices ?? [])])
    const flags = new Set(own.flatMap((command) => shownFlags(command).map(([name]) => `--${name}`)))
    return `    ${first}) words="${[...seconds, ...flags].join(' ')}" ;;`
  })
  return ['  case "$name" in', ...lines, '  esac'].join('\n')
}

function choiceCases(commands: readonly AnyCommand[]): string {
  const cases = new Map<string, string>()
  for (const command of commands) {
    const [first = ''] = command.name.split(' ')
    for (const [name, { choices, value }] of shownFlags(command)) {
      if (choices) cases.set(`${first} --${name}`, choices.join(' '))
      // If the list of words is empty, the shell completes file names.
      else if (value !== undefined) cases.set(`${first} --${name}`, '')
    }
  }
  const lines = [...cases].map(([when, choices]) => `    "${when}") words="${choices}" ;;`)
  return lines.join('\n')
}

function firstWords(commands: readonly AnyCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
