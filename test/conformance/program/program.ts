import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openSandbox } from '#test/support/sandboxes/open-sandbox.ts'
import { answered } from '../support/documented-shapes.ts'
import { Wire, type Answer } from '../../support/wire.ts'
import { help, readFlags, StartError, type Flags, type Target } from './flags.ts'
import { harmlessOperations, neverCalled } from './operations.ts'
import { runOperations, type Row } from './run-operations.ts'
import { summary, table } from './table.ts'

const day = 86_400
const longestAnswer = 64 * 1_048_576

export type Output = {
  out: (text: string) => void
  err: (text: string) => void
}

/** The exit code: 0 if nothing deviates, 1 if something deviates or failed, 2 if the program could not start. */
export async function runProgram(args: readonly string[], { out, err }: Output): Promise<number> {
  let sandbox: Sandbox | undefined
  try {
    const flags = readFlags(args)
    if (flags.help) {
      out(help)
      return 0
    }
    if (flags.target === undefined) {
      sandbox = await openSandbox({ scenario: 'demo', smtp: false })
      err('No --url: a demo sandbox is started and asked.\n')
    }
    const target = flags.target ?? { url: sandbox!.url, ...sandbox!.credentials, ...usualHeaders }
    const rows = await ask(target, flags)
    const report = flags.json ? asJson(target.url, rows) : `${table(rows)}\n${summary(rows, neverCalled)}\n`
    out(masked(report, target.key))
    return rows.some(({ result }) => result === 'deviates' || result === 'error') ? 1 : 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    err(`${error.message}\n`)
    return 2
  } finally {
    await sandbox?.close()
  }
}

const usualHeaders = { userHeader: 'X-Service-ApiUser', keyHeader: 'X-Service-ApiKey' }

async function ask(target: Target, { days, timeout, userId }: Flags): Promise<Row[]> {
  const { url, user, key, userHeader, keyHeader } = target
  const wire = new Wire({ url, user, key, userHeader, keyHeader, timeout: timeout * 1000, maxBytes: longestAnswer })
  try {
    await greet(wire, target)
    const end = Math.floor(Date.now() / 1000)
    return await runOperations(wire, harmlessOperations(answered), { begin: end - days * day, end, user: userId })
  } finally {
    wire.close()
  }
}

/** One read first, so that a wrong address or key is reported once and not in forty rows. */
async function greet(wire: Wire, { url, key }: Target): Promise<void> {
  let answer: Answer
  try {
    answer = await wire.call('GET', '/settings/apikeys')
  } catch (error) {
    throw new StartError(masked(unreachable(url, error), key))
  }
  const { status } = answer
  const told = masked(sentenceOf(answer), key)
  if (status === 401) throw new StartError(`The service does not know this user and key (401${told}).`)
  if (status === 403) throw new StartError(`The service refuses this key (403${told}).`)
  if (status === 404) throw new StartError(`There is no service of this interface under ${url} (404${told}).`)
}

function sentenceOf(answer: Answer): string {
  let text = answer.body.toString().trim()
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown }
    text = String(error ?? message ?? text)
  } catch {
    // Not JSON, so it is shown as it was received.
  }
  const line = text.replace(/\s+/g, ' ').slice(0, 200).replace(/\.$/, '')
  return line === '' ? '' : `: ${line}`
}

function unreachable(url: string, error: unknown): string {
  const { host, hostname } = new URL(url)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}: is the service running there?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host ${hostname} is not known.`
  if (/CERT|TLS|SSL|SIGNED|SIGNATURE/.test(code)) return `The certificate of ${host} is not accepted: ${message}.`
  if (code === 'ECONNRESET') return `${host} closed the connection without an answer.`
  if (code.startsWith('HPE_')) return `${host} does not answer in HTTP.`
  return `${host} cannot be reached: ${message}`
}

/** Masks the key in case a service echoes it. */
function masked(text: string, key: string): string {
  const inJson = JSON.stringify(key).slice(1, -1)
  return text.replaceAll(key, '(the key)').replaceAll(inJson, '(the key)')
}

function asJson(url: string, rows: readonly Row[]): string {
  return `${JSON.stringify({ url, rows, neverCalled })}\n`
}
