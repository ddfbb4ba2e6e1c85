import { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'
import { UsageError } from './usage-error.ts'

export function readPort(text: string | undefined, flag = '--port'): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UsageError(`${flag} takes a number from 0 to 65535, not "${text}".`)
  }
  return Number(text)
}

export function readScenario(text: string | undefined): ScenarioName | undefined {
  if (text === undefined) return undefined
  const scenario = scenarioNames.find((name) => name === text)
  if (!scenario) throw new UsageError(`--scenario takes one of ${scenarioNames.join(', ')}, not "${text}".`)
  return scenario
}

export function readSecrets(text: string | undefined): 'keychain' | 'memory' {
  if (text === undefined || text === 'memory') return text ?? 'keychain'
  throw new UsageError('--secrets takes only memory: without it, keys are kept in the keychain.')
}

/** Reads an integer from `least` to `most`. */
export function readNumber(text: string, flag: string, { least, most }: { least: number; most: number }): number {
  if (!/^\d{1,12}$/.test(text) || Number(text) < least || Number(text) > most) {
    throw new UsageError(`${flag} takes a number from ${least} to ${most}, not "${text}".`)
  }
  return Number(text)
}

export function readChoice<Choice extends string>(text: string, flag: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new UsageError(`${flag} takes one of ${choices.join(', ')}, not "${text}".`)
  return found
}

export function listOf(text = ''): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}
