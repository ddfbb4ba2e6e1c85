import { parseArgs } from 'node:util'
import { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'

export type ServeFlags = {
  noOpen: boolean
  json: boolean
  port: number
  data: string | null
  /** The scenario of the sandbox account to open with. */
  scenario: ScenarioName | null
  /** Where keys are kept; `memory` is for tests, which must not touch the user's keychain. */
  secrets: 'keychain' | 'memory'
}

/** A flag that cannot be used; the message is for the terminal. */
export class FlagError extends Error {}

const known = '--browser, --no-open, --port N, --data DIR, --scenario NAME and --json'

export function readServeFlags(argumentList: readonly string[]): ServeFlags {
  const values = parse(argumentList)
  if (values.data === '') throw new FlagError('--data needs a folder, like --data ./mailroom-data.')
  if (values.secrets !== undefined && values.secrets !== 'memory') {
    throw new FlagError('--secrets takes only memory: without it keys are kept in the keychain.')
  }
  return {
    noOpen: values['no-open'] ?? false,
    json: values.json ?? false,
    port: readPort(values.port),
    data: values.data ?? null,
    scenario: readScenario(values.scenario ?? values.sandbox),
    secrets: values.secrets ?? 'keychain',
  }
}

function parse(argumentList: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argumentList],
      allowPositionals: false,
      options: {
        // Read before this command runs, by the script that chooses between Electron and the browser host.
        browser: { type: 'boolean' },
        'no-open': { type: 'boolean' },
        port: { type: 'string' },
        data: { type: 'string' },
        scenario: { type: 'string' },
        // Its name until it was called scenario.
        sandbox: { type: 'string' },
        json: { type: 'boolean' },
        secrets: { type: 'string' },
      },
    })
    return values
  } catch (thrown) {
    throw new FlagError(`${sentence(thrown)} The flags are ${known}.`)
  }
}

/** The first sentence of parseArgs's message names the flag. */
function sentence(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1]
  if (unknown) return `There is no flag ${unknown}.`
  return `${message.split(/\.\s|\n/, 1)[0]?.replace(/\.$/, '') ?? 'That flag is not known'}.`
}

function readScenario(text: string | undefined): ScenarioName | null {
  if (text === undefined) return null
  const scenario = scenarioNames.find((name) => name === text)
  if (!scenario) throw new FlagError(`--scenario takes one of ${scenarioNames.join(', ')}, not "${text}".`)
  return scenario
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port <= 65_535)) throw new FlagError(`--port takes a number from 0 to 65535, not "${text}".`)
  return port
}
