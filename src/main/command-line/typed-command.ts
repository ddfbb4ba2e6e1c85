import { claimsToBeLink } from '#shared/domain/app/mailroom-link.ts'

/**
 * The arguments typed on the command line, or null to open the window. Launchers put `--` in front of them, because
 * Chromium looks for no switches after it. Arguments typed after the program’s name begin with a command.
 */
export function typedCommand(given: readonly string[], commands: readonly string[]): readonly string[] | null {
  const start = given.findIndex((argument) => !isSwitch(argument))
  const first = given[start]
  const before = given.slice(0, start)
  if (before.some((argument) => flagsOfWindow.has(argument))) return null
  // Kept in front of the command, so that the command line rejects them. If they were dropped, the command would
  // silently use a data folder other than the one the user typed.
  const misplaced = before.filter((argument) => flagsOfWindow.has(argument.split('=')[0]!))
  // On Windows, a link also follows `--`, so that nothing in it is taken for a switch. A link always opens the window.
  if (first === '--') {
    return claimsToBeLink(given[start + 1] ?? '') ? null : [...misplaced, ...given.slice(start + 1)]
  }
  if (first !== undefined && (first === 'help' || commands.includes(first))) {
    return [...misplaced, ...given.slice(start)]
  }
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
