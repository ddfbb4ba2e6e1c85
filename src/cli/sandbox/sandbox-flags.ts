import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { listenProblem, type ListenOptions } from '#sandbox/listen/listen-options.ts'
import { scenarioNames } from '#shared/contract/base/scenario.ts'
import { headerProblems, prefixProblem, type ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import { readReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import { allowListProblem } from '#shared/text/mail-address.ts'
import { listOf, readPort, readScenario } from '../framework/read-values.ts'
import type { Flags, Given } from '../framework/command.ts'
import { readFlags } from '../framework/read-flags.ts'
import { unreadableText } from '../framework/unreadable-text.ts'
import { UsageError } from '../framework/usage-error.ts'

export const sandboxFlags = {
  port: { value: 'N', description: 'port of the service', default: 'a free one' },
  data: {
    value: 'DIR',
    description: 'keep everything in this folder',
    default: 'in memory, lost when the sandbox stops',
  },
  scenario: {
    value: 'NAME',
    description: 'what to fill new data with',
    choices: scenarioNames,
    default: 'empty',
  },
  snapshot: { value: 'FILE', description: 'start from this snapshot instead of a scenario' },
  snapshots: {
    value: 'DIR',
    description: 'keep snapshots in this folder',
    default: 'a folder in the data folder, if there is one',
  },
  seed: {
    value: 'N',
    description: 'the same IDs, key and times in every run: the clock is stopped at noon on 1 January 2026',
    default: 'random IDs, and the time of this computer',
  },
  strict: { description: 'refuse anything that the documented interface does not list' },
  'smtp-port': { value: 'N', description: 'port of the SMTP server', default: 'a free one' },
  'smtps-port': {
    value: 'N',
    description: 'an additional port for SMTP with TLS from the start, as on port 465; 0 for a free one',
  },
  key: { value: 'KEY', description: 'the key that programs use', default: 'a random one, kept with the data' },
  'header-names': {
    value: 'USER,KEY',
    description: 'your provider’s names for the headers with the user and the key',
    default: 'the last ones given for this data, at first X-Service-ApiUser,X-Service-ApiKey',
  },
  prefix: {
    value: 'X-ABC-',
    description: 'the prefix of your provider’s option keys in “headers”',
    default: 'the last one given for this data, at first X-SVC-',
  },
  listen: { value: 'ADDRESS', description: 'also listen on this IP address, 0.0.0.0 for all; needs --token' },
  token: {
    value: 'TOKEN',
    description: 'the token for the sandbox’s controls',
    default: 'a random one, kept with the data',
  },
  host: {
    value: 'NAMES',
    description: 'names by which the sandbox can be reached besides localhost, separated by commas',
  },
  'webhook-host': {
    value: 'NAMES',
    description: 'hosts that webhooks can call besides this computer, separated by commas',
  },
  certificate: {
    value: 'FILE',
    description: 'write the sandbox’s TLS certificate authority to this file when ready, and advertise STARTTLS',
    default: 'STARTTLS works, but is not advertised',
  },
  relay: {
    value: 'URL',
    description:
      'really deliver through this server, smtp://host:port; an address with a user and a password comes from the environment variable MAILROOM_RELAY or from a file',
  },
  'relay-file': { value: 'FILE', description: 'a file that contains this address' },
  'relay-allow': {
    value: 'LIST',
    description: 'deliver only to these recipients: addresses and @domains, separated by commas',
  },
  'replies-to': {
    value: 'HOST:PORT',
    description:
      'a mail server on this computer that receives delivery reports and other replies to messages; kept with the data',
  },
  json: { description: 'print one line of JSON when ready, nothing else' },
} as const satisfies Flags

export type SandboxFlags = {
  options: SandboxOptions
  /** False for the default scenario: nobody asked for it, so existing data with another scenario causes no warning. */
  isScenarioGiven: boolean
  /** The path to which the authority’s certificate is written. */
  certificate: string | undefined
  json: boolean
}

type Place = { readonly folder: string; readonly env: NodeJS.ProcessEnv }

export function readSandboxFlags(argumentList: readonly string[], place: Place): SandboxFlags {
  return chosenBy(readFlags({ name: 'sandbox', flags: sandboxFlags }, argumentList), place)
}

export function chosenBy({ flags }: Given<typeof sandboxFlags>, place: Place): SandboxFlags {
  const certificate = flags.certificate === undefined ? undefined : resolve(place.folder, flags.certificate)
  return {
    options: {
      port: readPort(...valueOf('port', flags, place)) ?? 0,
      seed: readSeed(...valueOf('seed', flags, place)),
      data: flags.data === undefined ? undefined : resolve(place.folder, flags.data),
      scenario: readScenario(flags.scenario) ?? 'empty',
      snapshot: readSnapshot(flags.snapshot, flags.scenario, place),
      snapshots: flags.snapshots === undefined ? undefined : resolve(place.folder, flags.snapshots),
      strict: flags.strict,
      smtp: readPort(flags['smtp-port'], '--smtp-port') ?? true,
      smtpsPort: readPort(flags['smtps-port'], '--smtps-port'),
      key: readKey(...valueOf('key', flags, place)),
      headerNames: readHeaderNames(flags['header-names']),
      prefix: readPrefix(flags.prefix),
      ...readListen(flags, place),
      hosts: readHosts(flags.host, '--host'),
      announcesTls: certificate !== undefined,
      webhookHosts: readHosts(flags['webhook-host'], '--webhook-host'),
      repliesTo: readRepliesTo(flags['replies-to']),
      relay: readRelay(relayAddress(flags, place), flags['relay-allow']),
    },
    isScenarioGiven: flags.scenario !== undefined,
    certificate,
    json: flags.json,
  }
}

type Values = Given<typeof sandboxFlags>['flags']

/**
 * A flag’s value, and the name under which messages mention it. The value may also come from the environment, so that
 * each worker of a test run can have a different one.
 */
function valueOf(
  flag: 'port' | 'seed' | 'key' | 'listen' | 'token',
  values: Values,
  { env }: Place,
): [text: string | undefined, name: string] {
  const given = values[flag]
  const variable = `MAILROOM_SANDBOX_${flag.toUpperCase()}`
  return given === undefined ? [env[variable] || undefined, variable] : [given, `--${flag}`]
}

function readListen(flags: Values, place: Place): ListenOptions {
  const [listen, listenName] = valueOf('listen', flags, place)
  const [adminToken, given] = valueOf('token', flags, place)
  const token = adminToken === undefined ? '--token or MAILROOM_SANDBOX_TOKEN' : given
  const problem = listenProblem({ listen, adminToken }, { listen: listenName, token })
  if (problem !== undefined) throw new UsageError(problem)
  return { listen, adminToken }
}

function readSeed(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${name} takes a whole number from 0 to 999999999, not "${text}".`)
}

function readKey(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{8,200}$/.test(text)) {
    throw new UsageError(`${name} takes 8 to 200 letters, digits and punctuation marks, without spaces.`)
  }
  return text
}

function readHeaderNames(text: string | undefined): ServiceNames['headerNames'] | undefined {
  if (text === undefined) return undefined
  const [user = '', key = '', ...others] = text.split(',').map((name) => name.trim())
  const problems = headerProblems({ user, key })
  const problem = others.length > 0 || key === '' ? 'Give exactly two names.' : (problems.user ?? problems.key)
  if (problem === undefined) return { user, key }
  throw new UsageError(
    `--header-names takes the names of two headers, for the user and the key, such as X-ABC-User,X-ABC-Key. ${problem}`,
  )
}

function readPrefix(text: string | undefined): string | undefined {
  const problem = text === undefined ? undefined : prefixProblem(text)
  if (problem !== undefined) throw new UsageError(`--prefix takes the beginning of option keys. ${problem}`)
  return text
}

function readSnapshot(text: string | undefined, scenario: string | undefined, place: Place): string | undefined {
  if (text === undefined) return undefined
  if (scenario !== undefined) throw new UsageError('Give --snapshot or --scenario, not both.')
  const path = resolve(place.folder, text)
  if (!existsSync(path))
    throw new UsageError(`The snapshot ${path} given by --snapshot does not exist. Check the path.`)
  return path
}

function readHosts(text: string | undefined, flag: string): string[] {
  const names = listOf(text)
  const wrong = names.find((name) => !/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/i.test(name))
  if (wrong !== undefined) {
    throw new UsageError(
      `"${wrong}" is not valid for ${flag}. Give host names without a port, such as sandbox.internal.`,
    )
  }
  return names
}

function readRepliesTo(text: string | undefined): string | undefined {
  const read = text === undefined ? {} : readReplyReceiver(text)
  if ('error' in read) throw new UsageError(`--replies-to: ${read.error}`)
  return text
}

const relaySources = 'Use the environment variable MAILROOM_RELAY, or a file with --relay-file.'

/** A password given on the command line would be visible to every user of the computer in the process list. */
function relayAddress(values: Values, { folder, env }: Place): string | undefined {
  const { relay, 'relay-file': file } = values
  if (relay !== undefined && file !== undefined) throw new UsageError('Give --relay or --relay-file, not both.')
  if (file !== undefined) return addressIn(resolve(folder, file), file)
  if (relay === undefined) return env['MAILROOM_RELAY'] || undefined
  if (URL.canParse(relay) && new URL(relay).password !== '') {
    throw new UsageError(`--relay takes no password: other users of this computer would see it. ${relaySources}`)
  }
  return relay
}

function addressIn(path: string, given: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UsageError(unreadableText(given, '--relay-file', error), { cause: error })
  }
}

function readRelay(url: string | undefined, allow: string | undefined): SandboxOptions['relay'] {
  if (url === undefined && allow === undefined) return undefined
  // The address is not shown, since it may contain a password.
  if (url === undefined || !/^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new UsageError('The relay address must look like smtp://host:25 or smtp://user:password@host:25.')
  }
  const list = listOf(allow)
  // Without a list, a test run could send messages to real customers.
  if (list.length === 0)
    throw new UsageError('A relay needs --relay-allow, the list of recipients who may really get mail.')
  const wrong = list.find((entry) => allowListProblem(entry) !== undefined)
  if (wrong !== undefined) throw new UsageError(`--relay-allow takes addresses and @domains, not ${wrong}.`)
  return { url, allow: list }
}
