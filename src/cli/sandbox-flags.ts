import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { scenarioNames } from '#shared/contract/base/scenario.ts'
import { allowListProblem } from '#shared/text/mail-address.ts'
import { FlagError, readPort, readScenario } from './flags.ts'

export const sandboxHelp = `Usage: npm run sandbox -- [options]

  --port N            port of the service (a free one)
  --data DIR          keep everything in this folder (in memory, gone at the end)
  --scenario NAME     ${scenarioNames.join(', ')}: what new data is filled with (empty); --seed is the same
  --strict            refuse what the documented interface does not list
  --smtp-port N       port of the SMTP door (a free one)
  --key KEY           the key programs use (a random one, kept with the data)
  --host NAMES        names it is reached by, beside localhost, with commas
  --relay URL         really deliver through this server, smtp://host:port; with a user and a password in the address
                      it comes from the environment, MAILROOM_RELAY, or from a file
  --relay-file FILE   a file that holds this address
  --relay-allow LIST  to these recipients only: addresses and @domains, with commas
  --json              one line of JSON when ready, nothing else
  --help              this text
`

export type SandboxFlags = {
  options: SandboxOptions
  /** The default is no claim about existing data. */
  isScenarioGiven: boolean
  json: boolean
  help: boolean
}

/** The folder the command was typed in: npm runs scripts in the project's folder, and names the other in INIT_CWD. */
const typedIn = process.env['INIT_CWD'] ?? process.cwd()

export function readSandboxFlags(
  argumentList: readonly string[],
  cwd = typedIn,
  environment: NodeJS.ProcessEnv = process.env,
): SandboxFlags {
  const { values } = parsed(argumentList)
  const wanted = values.scenario ?? values.seed
  if (values.data === '') throw new FlagError('--data needs a folder, like --data ./sandbox-data.')
  return {
    options: {
      port: readPort(values.port) ?? 0,
      data: values.data === undefined ? undefined : resolve(cwd, values.data),
      scenario: readScenario(wanted) ?? 'empty',
      strict: values.strict ?? false,
      smtp: readPort(values['smtp-port'], '--smtp-port') ?? true,
      key: readKey(values.key),
      hosts: readHosts(values.host),
      relay: readRelay(relayAddress(values, cwd, environment), values['relay-allow']),
    },
    isScenarioGiven: wanted !== undefined,
    json: values.json ?? false,
    help: values.help ?? false,
  }
}

function parsed(argumentList: readonly string[]) {
  try {
    return parseArgs({
      args: [...argumentList],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        scenario: { type: 'string' },
        seed: { type: 'string' },
        strict: { type: 'boolean' },
        'smtp-port': { type: 'string' },
        key: { type: 'string' },
        host: { type: 'string' },
        relay: { type: 'string' },
        'relay-file': { type: 'string' },
        'relay-allow': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error)
    throw new FlagError(`${reason}. See --help.`)
  }
}

function readKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{8,200}$/.test(text)) {
    throw new FlagError('--key takes 8 to 200 letters, digits and signs, without spaces.')
  }
  return text
}

function readHosts(text: string | undefined): string[] {
  const names = listOf(text)
  const wrong = names.find((name) => !/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i.test(name))
  if (wrong !== undefined)
    throw new FlagError(`--host takes names like sandbox.internal, without a port, not ${wrong}.`)
  return names
}

function listOf(text = ''): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

const relaySources = 'Use the environment variable MAILROOM_RELAY, or a file for --relay-file.'

/** Every user of the computer can see a password on the command line in the list of processes. */
function relayAddress(
  values: { relay?: string | undefined; 'relay-file'?: string | undefined },
  cwd: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const { relay, 'relay-file': file } = values
  if (relay !== undefined && file !== undefined) throw new FlagError('Give --relay or --relay-file, not both.')
  if (file !== undefined) return addressIn(resolve(cwd, file), file)
  if (relay === undefined) return environment['MAILROOM_RELAY'] || undefined
  if (URL.canParse(relay) && new URL(relay).password !== '') {
    throw new FlagError(`--relay takes no password: other users of this computer would see it. ${relaySources}`)
  }
  return relay
}

function addressIn(path: string, given: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
    throw new FlagError(`The file ${given} of --relay-file ${reason}.`, { cause: error })
  }
}

function readRelay(url: string | undefined, allow: string | undefined): SandboxOptions['relay'] {
  if (url === undefined && allow === undefined) return undefined
  // The address is not shown, since it may hold a password.
  if (url === undefined || !/^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new FlagError('The address of the relay is one like smtp://host:25, or smtp://user:password@host:25.')
  }
  const list = listOf(allow)
  // Without a list a test run could write to real customers.
  if (list.length === 0) throw new FlagError('A relay needs --relay-allow: the recipients that may really get mail.')
  const wrong = list.find((entry) => allowListProblem(entry) !== undefined)
  if (wrong !== undefined) throw new FlagError(`--relay-allow takes addresses and @domains, not ${wrong}.`)
  return { url, allow: list }
}
