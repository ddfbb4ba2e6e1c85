import { claimsToBeLink } from '#shared/domain/app/mailroom-link.ts'

/**
 * The arguments typed on the command line, or null if the window is wanted. Launchers put `--` before them, which ends
 * Chromium’s switches; arguments typed after the program’s own name begin with a command name.
 */
export function typedCommand(given: readonly string[], commands: readonly string[]): readonly string[] | null {
  const start = given.findIndex((argument) => !isSwitch(argument))
  const first = given[start]
  if (given.slice(0, start).some((argument) => flagsOfWindow.has(argument))) return null
  // Windows puts `--` before a link so that nothing in the link is treated as a switch. A link is always for the window.
  if (first === '--') return claimsToBeLink(given[start + 1] ?? '') ? null : given.slice(start + 1)
  if (first !== undefined && (first === 'help' || commands.includes(first))) return given.slice(start)
  // Without a command, these two flags request information about the program, and Chromium has no other use for them.
  const [only = ''] = given
  return given.length === 1 && ['--help', '--version'].includes(only) ? given : null
}

/** The argument after one of these flags is its value, even if it looks like a command. */
const flagsOfWindow: ReadonlySet<string> = new Set(['--data', '--scenario', '--sandbox', '--secrets'])

/** Chromium’s own switches may precede a command; `--` alone ends them. */
function isSwitch(argument: string): boolean {
  return argument.startsWith('-') && argument !== '--'
}
