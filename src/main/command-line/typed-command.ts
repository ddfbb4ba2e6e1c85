import { claimsToBeLink } from '#shared/domain/app/mailroom-link.ts'

/**
 * The arguments typed for the command line, or null if the window is wanted. Launchers put `--` before them, which ends the
 * switches of Chromium; typed after the program's own name, they begin with the name of a command.
 */
export function typedCommand(given: readonly string[], commands: readonly string[]): readonly string[] | null {
  const start = given.findIndex((argument) => !isSwitch(argument))
  const first = given[start]
  if (given.slice(0, start).some((argument) => flagsOfWindow.has(argument))) return null
  // Windows puts `--` before a link, so that nothing in the link is a switch. A link is for the window.
  if (first === '--') return claimsToBeLink(given[start + 1] ?? '') ? null : given.slice(start + 1)
  if (first !== undefined && (first === 'help' || commands.includes(first))) return given.slice(start)
  // Without a command these two flags ask about the program, and Chromium has no other use for them.
  const [only = ''] = given
  return given.length === 1 && ['--help', '--version'].includes(only) ? given : null
}

/** The argument after one of these is its value, even if it reads like a command. */
const flagsOfWindow: ReadonlySet<string> = new Set(['--data', '--scenario', '--sandbox', '--secrets'])

/** Chromium's own switches, which may precede a command; `--` alone ends them. */
function isSwitch(argument: string): boolean {
  return argument.startsWith('-') && argument !== '--'
}
