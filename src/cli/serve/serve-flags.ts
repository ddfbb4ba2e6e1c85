import { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'
import { readPort, readScenario, readSecrets } from '../framework/read-values.ts'
import type { Flags, Given } from '../framework/command.ts'
import { dataFlag, secretsFlag } from '../framework/common-flags.ts'
import { readFlags } from '../framework/read-flags.ts'

export type ServeFlags = {
  noOpen: boolean
  json: boolean
  port: number
  data: string | null
  /** The scenario with which the sandbox account is opened. */
  scenario: ScenarioName | null
  /** Where keys are kept; `memory` is for tests, which must not touch the user’s keychain. */
  secrets: 'keychain' | 'memory'
}

export const serveFlags = {
  'no-open': { description: 'print the address without opening a window' },
  port: { value: 'N', description: 'listen on this port of 127.0.0.1', default: 'the last one, or a free one' },
  data: dataFlag,
  scenario: {
    value: 'NAME',
    description: 'open with a sandbox account that has data',
    choices: scenarioNames,
    // The flag’s former name still works.
    aliases: ['sandbox'],
  },
  json: { description: 'print one line of JSON with the address when ready' },
  // The script that chooses between Electron and the browser host reads this flag before the command runs.
  browser: { description: 'do not try Electron', isHidden: true },
  secrets: secretsFlag,
} as const satisfies Flags

export function readServeFlags(argumentList: readonly string[]): ServeFlags {
  return chosenBy(readFlags({ name: 'serve', flags: serveFlags }, argumentList))
}

export function chosenBy({ flags }: Given<typeof serveFlags>): ServeFlags {
  return {
    noOpen: flags['no-open'],
    json: flags.json,
    port: readPort(flags.port) ?? 0,
    data: flags.data ?? null,
    scenario: readScenario(flags.scenario) ?? null,
    secrets: readSecrets(flags.secrets),
  }
}
