import { parseArgs } from 'node:util'

/** Wrong flags, an unreachable address, or a wrong key: reported in one sentence, with exit code 2. */
export class StartError extends Error {}

export type Target = {
  url: string
  user: string
  key: string
  userHeader: string
  keyHeader: string
}

export type Flags = {
  help: boolean
  json: boolean
  /** Undefined: a demo sandbox is started. */
  target: Target | undefined
  userId: string | undefined
  days: number
  timeout: number
}

export const help = `Checks a service against the interface by reading alone: nothing is sent, created, changed or
exported as delta. Prints every operation with its result; exit code 0 when nothing deviates.

  npm run conformance                               against a demo sandbox of its own
  npm run conformance -- --url URL --user U --key K

  --url URL           base URL, ends with its version: https://api.example.com/v1
  --user NAME         the user of the account
  --key KEY           the API key; it is never printed
  --user-header NAME  X-Service-ApiUser unless the provider calls it otherwise
  --key-header NAME   X-Service-ApiKey likewise
  --user-id ID        a user to read, where the service does not list its users
  --days N            how far back statistics look (30); exports take the last day
  --timeout SECONDS   without a byte before a call is given up (30)
  --json              one JSON object in place of the table
`

const options = {
  url: { type: 'string' },
  user: { type: 'string' },
  key: { type: 'string' },
  'user-header': { type: 'string', default: 'X-Service-ApiUser' },
  'key-header': { type: 'string', default: 'X-Service-ApiKey' },
  'user-id': { type: 'string' },
  days: { type: 'string', default: '30' },
  timeout: { type: 'string', default: '30' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export function readFlags(args: readonly string[]): Flags {
  const values = parse(args)
  return {
    help: values.help,
    json: values.json,
    target: values.help ? undefined : readTarget(values),
    userId: values['user-id'],
    days: wholeNumber('--days', values.days, 3650),
    timeout: wholeNumber('--timeout', values.timeout, 3600),
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

function parse(args: readonly string[]): Values {
  let parsed
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The second sentence of parseArgs explains escaping; a value quoted in it could be the key.
    const flag = /'(--?[\w-]+)/.exec(String(error))?.[1] ?? ''
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw new StartError(
      isUnknown ? `There is no flag ${flag}. See --help.` : `The flag ${flag} is not used rightly. See --help.`,
    )
  }
  if (parsed.positionals.length > 0) throw new StartError('Only flags are taken, each with its name. See --help.')
  return parsed.values
}

function readTarget(values: Values): Target | undefined {
  const { url, user, key } = values
  if (url === undefined) {
    if (user !== undefined || key !== undefined) throw new StartError('--user and --key need a --url they belong to.')
    return undefined
  }
  if (!user || !key) throw new StartError('--url needs both --user and --key.')
  const [userHeader, keyHeader] = [values['user-header'], values['key-header']]
  for (const [flag, name] of [
    ['--user-header', userHeader],
    ['--key-header', keyHeader],
  ] as const) {
    if (!/^[\w-]+$/.test(name)) throw new StartError(`${flag} is not the name of a header.`)
  }
  for (const [flag, value] of [
    ['--user', user],
    ['--key', key],
  ] as const) {
    if (!/^[\x20-\x7e]+$/.test(value)) throw new StartError(`${flag} holds characters that no header can carry.`)
  }
  return { url: readUrl(url), user, key, userHeader, keyHeader }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new StartError('--url must be a whole address, such as https://api.example.com/v1.')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new StartError('--url must hold no user, query or fragment.')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (!/\/v\d+$/.test(path)) {
    throw new StartError(`--url must end with the version of the interface: did you mean ${url.origin}${path}/v1?`)
  }
  return url.origin + path
}

function wholeNumber(flag: string, text: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    throw new StartError(`${flag} must be a whole number from 1 to ${most}.`)
  }
  return number
}
