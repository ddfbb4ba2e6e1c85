import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SandboxOptions } from '#sandbox/options.ts'
import { scenarioNames } from '#sandbox/scenarios/types.ts'
import { isMailAddress } from '#shared/domain/mail-address.ts'

export const sandboxHelp = `Usage: npm run sandbox -- [options]

  --port N            port of the service (a free one)
  --data DIR          keep everything in this folder (in memory, gone at the end)
  --seed NAME         ${scenarioNames.join(', ')}: what new data starts with (empty)
  --strict            refuse what the documented interface does not list
  --smtp-port N       port of the SMTP door (a free one)
  --relay URL         really deliver through this server, smtp://user:password@host:port
  --relay-allow LIST  to these recipients only: addresses and @domains, with commas
  --json              one line of JSON when ready, nothing else
  --help              this text
`

export class FlagError extends Error {}

export interface SandboxFlags {
  options: SandboxOptions
  /** Whether one was asked for: else the usual one says nothing about data that is there already. */
  isSeedGiven: boolean
  json: boolean
  help: boolean
}

/** A relative folder is meant where the command was typed: npm runs scripts in the project's folder and names the other. */
const typedIn = process.env['INIT_CWD'] ?? process.cwd()

export function readSandboxFlags(argumentList: readonly string[], cwd = typedIn): SandboxFlags {
  const { values } = parsed(argumentList)
  const seed = scenarioNames.find((name) => name === (values.seed ?? 'empty'))
  if (seed === undefined) throw new FlagError(`--seed is one of ${scenarioNames.join(', ')}, not ${values.seed}.`)
  if (values.data === '') throw new FlagError('--data needs a folder, like --data ./sandbox-data.')
  const smtp = readPort(values['smtp-port'], '--smtp-port')
  return {
    options: {
      port: readPort(values.port, '--port') ?? 0,
      data: values.data === undefined ? undefined : resolve(cwd, values.data),
      seed,
      strict: values.strict ?? false,
      smtp: smtp ?? true,
      relay: readRelay(values.relay, values['relay-allow']),
    },
    isSeedGiven: values.seed !== undefined,
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
        seed: { type: 'string' },
        strict: { type: 'boolean' },
        'smtp-port': { type: 'string' },
        relay: { type: 'string' },
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

function readPort(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new FlagError(`${flag} is a port from 0 to 65535, not ${text}.`)
  return port
}

function readRelay(url: string | undefined, allow: string | undefined): SandboxOptions['relay'] {
  if (url === undefined && allow === undefined) return undefined
  if (url === undefined || !/^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new FlagError('--relay is an address like smtp://user:password@host:25.')
  }
  const entries = (allow ?? '').split(',').map((entry) => entry.trim())
  const list = entries.filter((entry) => entry !== '')
  // Without a list a test run could write to real customers.
  if (list.length === 0) throw new FlagError('--relay needs --relay-allow: the recipients that may really get mail.')
  const wrong = list.find((entry) => !isMailAddress(entry.startsWith('@') ? `anyone${entry}` : entry))
  if (wrong !== undefined) throw new FlagError(`--relay-allow takes addresses and @domains, not ${wrong}.`)
  return { url, allow: list }
}
