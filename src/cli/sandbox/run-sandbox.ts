import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { databasePath } from '#sandbox/base/options.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput, writeReady } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { SandboxFlags } from './sandbox-flags.ts'

/**
 * Rewords an error in terms of the flags that caused it. Any other error with a code keeps its message. Null for an
 * error without a code.
 */
function sentenceOf(error: Error): string | null {
  const code = 'code' in error ? error.code : undefined
  const port = 'port' in error ? String(error.port) : ''
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another one with --port, --smtp-port or --smtps-port.`
  if (code === 'EADDRNOTAVAIL')
    return 'This computer doesn’t have the address given by --listen. Give an address that it has.'
  if (code === 'EACCES')
    return `You don’t have permission to use port ${port} or to write to the data folder. Choose another with --port or --data.`
  const path = 'path' in error ? String(error.path) : ''
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} isn’t a folder. Choose a folder with --data.`
  if ('syscall' in error && error.syscall === 'mkdir')
    return `The folder ${path} can’t be created. Choose another with --data.`
  return code === undefined ? null : error.message
}

/**
 * `mailroom sandbox`: runs the service on this computer. Resolves once the sandbox has stopped, because of a signal or
 * because `ended` resolved.
 */
export async function runSandbox(flags: SandboxFlags, terminal: Terminal, ended?: Promise<void>): Promise<ExitCode> {
  // By default, V8 collects garbage at four times the live heap, so a large export accumulates up to 80 MB of garbage.
  // Collecting it earlier cost nothing when measured with sends, calls and email.
  setFlagsFromString('--heap-growing-percent=30')
  const { createSandbox } = await import('#sandbox/create-sandbox.ts')
  const say = (sentence: string): void => terminal.say(sentence)
  const { options, isScenarioGiven, certificate, json } = flags
  const onError = (error: unknown): void => {
    const { message } = error as Error
    say(sentenceOf(error as Error) ?? message)
  }
  const isNew = options.data === undefined || !existsSync(databasePath(options.data))
  const sandbox = await createSandbox({ ...options, onError }).catch((error: Error) => {
    const sentence = sentenceOf(error)
    throw sentence === null ? error : new UsageError(sentence)
  })
  const { url, smtp, smtps, credentials, adminUrl, adminToken, addresses } = sandbox
  const { scenario, headerNames, prefix } = sandbox.control.state()
  if (isScenarioGiven && scenario !== options.scenario) {
    say(
      `The folder already holds data (${scenario}). --scenario ${options.scenario} applies only to new data and was ignored.`,
    )
  }
  if (options.snapshot !== undefined && !isNew) {
    say('The folder already holds data. --snapshot applies only to new data and was ignored.')
  }
  if (certificate !== undefined) {
    const place = { out: certificate, terminal, flag: '--certificate' }
    await withOutput(place, (write) => write(sandbox.control.certificate())).catch(async (error: unknown) => {
      await sandbox.close()
      throw error
    })
  }
  const controls = { admin: adminUrl, adminToken }
  if (json) {
    const ready = {
      ready: 'sandbox',
      url,
      ...credentials,
      headerNames,
      prefix,
      smtp,
      smtps: smtps ?? null,
      ...controls,
      certificate: certificate ?? null,
      addresses,
    }
    await writeReady(terminal.stdout, ready).catch(async (error: unknown) => {
      await sandbox.close()
      throw error
    })
  } else {
    const isInMemory = options.data === undefined
    say(
      isInMemory
        ? 'The sandbox is ready. Its data is in memory and is lost when this program ends.'
        : 'The sandbox is ready.',
    )
    say(`  url   ${url}`)
    say(`  user  ${credentials.user} in the header ${headerNames.user}`)
    say(`  key   ${credentials.key} in the header ${headerNames.key}`)
    say(`  options in “headers” begin with ${prefix}`)
    say(`  smtp  ${smtp ?? 'off'} (same user and key)`)
    if (smtps !== undefined) say(`  smtps ${smtps} (SMTP that begins with TLS)`)
    if (certificate !== undefined) say(`  tls   the same ports; trust the authority in ${certificate}`)
    say(`  admin ${adminUrl} with the header x-sandbox-token: ${adminToken}`)
    if (addresses.length > 0) say(`  on the same ports of ${addresses.join(', ')}, and by the names in --host`)
  }
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  terminal.interrupted().addEventListener('abort', () => stop())
  void ended?.then(stop)
  await stopped
  await sandbox.close()
  return exitCodes.done
}
