import { resolve } from 'node:path'
import { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'
import { endOfFlags } from './links/link-argument.ts'

export type HostOptions = {
  /** Null for the platform’s default folder. */
  readonly data: string | null
  /** The scenario of the sandbox account to open when Mailroom starts; null if none was given. */
  readonly scenario: ScenarioName | null
  /** `memory` keeps keys for this run only, for tests and where the keychain must not be used. */
  readonly secrets: 'keychain' | 'memory'
  /** A sentence for the terminal about an invalid flag; null if all are valid. */
  readonly problem: string | null
}

/**
 * Reads our flags from a command line that also has those of Electron and Chromium, so unknown flags are skipped.
 * Relative folders refer to the folder in which the command was typed.
 */
export function hostOptions(given: readonly string[], cwd: string): HostOptions {
  const argv = given.slice(0, endOfFlags(given))
  const data = flag(argv, 'data')
  const wanted = flag(argv, 'scenario') ?? flag(argv, 'sandbox')
  const scenario = scenarioNames.find((name) => name === wanted) ?? null
  // `--sandbox` is the old name of the `--scenario` flag.
  const isGiven = isNamed(argv, 'scenario') || isNamed(argv, 'sandbox')
  return {
    data: data === null ? null : resolve(cwd, data),
    scenario,
    secrets: flag(argv, 'secrets') === 'memory' ? 'memory' : 'keychain',
    problem: scenario === null && isGiven ? scenarioProblem(wanted) : null,
  }
}

function scenarioProblem(wanted: string | null): string {
  const names = `--scenario takes one of ${scenarioNames.join(', ')}`
  return wanted === null ? `${names}.` : `${names}, not "${wanted}".`
}

function isNamed(argv: readonly string[], name: string): boolean {
  return argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
}

/** Accepts `--name value` and `--name=value`. The last occurrence counts. */
function flag(argv: readonly string[], name: string): string | null {
  const values = argv.flatMap((argument, index) => {
    if (argument === `--${name}`) return [argv[index + 1] ?? '']
    return argument.startsWith(`--${name}=`) ? [argument.slice(name.length + 3)] : []
  })
  return values.findLast((value) => value !== '' && !value.startsWith('--')) ?? null
}
