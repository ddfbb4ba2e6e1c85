import { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'

/** A flag that cannot be used; the message is for the terminal. */
export class FlagError extends Error {}

export function readPort(text: string | undefined, flag = '--port'): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new FlagError(`${flag} takes a number from 0 to 65535, not "${text}".`)
  }
  return Number(text)
}

export function readScenario(text: string | undefined): ScenarioName | undefined {
  if (text === undefined) return undefined
  const scenario = scenarioNames.find((name) => name === text)
  if (!scenario) throw new FlagError(`--scenario takes one of ${scenarioNames.join(', ')}, not "${text}".`)
  return scenario
}
