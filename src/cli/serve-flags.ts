import { parseArgs } from 'node:util'
import type { ScenarioName } from '#shared/contract/base/scenario.ts'
import { FlagError, readPort, readScenario } from './flags.ts'

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
    port: readPort(values.port) ?? 0,
    data: values.data ?? null,
    scenario: readScenario(values.scenario ?? values.sandbox) ?? null,
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
