import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { withAccount, withApp } from '../app/whole-app.ts'
import { askSecret, confirm } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import { listOf } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { addFlags, checkFlags, removeFlags } from './account-flags.ts'

/** `mailroom accounts add`. */
export function addAccount({ flags }: Given<typeof addFlags>, terminal: Terminal): Promise<ExitCode> {
  const { name, url, user } = flags
  if (!name || !url || !user) throw new UsageError('mailroom accounts add needs --name, --url and --user.')
  const profile = {
    ...accountDefaults,
    name,
    baseUrl: url,
    user,
    readOnly: flags['read-only'],
    recipientAllowList: listOf(flags.allow),
    acceptPlainHttp: flags['plain-http'],
  }
  return withApp(flags, terminal, async ({ ask, key: fromEnvironment }) => {
    const key = fromEnvironment ?? (await askSecret(`Key of ${user}:`, terminal))
    if (key === '') throw new UsageError('There is no key. Pipe it to stdin, or set MAILROOM_KEY.')
    const signal = terminal.interrupted()
    if (!flags['no-check']) await ask('accounts.test', { profile, key }, signal)
    const keep = flags.secrets === 'memory' ? 'this-run' : 'keychain'
    const { id } = await ask('accounts.create', { profile, key, keep }, signal)
    await report(flags.json, { event: 'added', id, name }, `${name} was added.`, terminal)
    return exitCodes.done
  })
}

/** `mailroom accounts check`. */
export function checkAccount({ flags }: Given<typeof checkFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ ask, account: { id, name } }) => {
    const { connection, connectionProblem } = await ask('accounts.refresh', { id }, terminal.interrupted())
    const isOnline = connection === 'online'
    const text = isOnline ? `${name}: the service takes the key.` : `${name}: ${connectionProblem ?? connection}`
    await report(flags.json, { id, name, connection, problem: connectionProblem }, text, terminal)
    return isOnline ? exitCodes.done : exitCodes.failed
  })
}

/** `mailroom accounts remove`. */
export function removeAccount(
  { flags, operands: [wanted] }: Given<typeof removeFlags>,
  terminal: Terminal,
): Promise<ExitCode> {
  // Never the account used last: what is removed is named.
  if (wanted === undefined) throw new UsageError('mailroom accounts remove needs the name of the account.')
  return withAccount({ ...flags, account: wanted }, terminal, async ({ ask, account: { id, name } }) => {
    const archive = flags['delete-archive'] ? 'delete' : 'keep'
    const what = archive === 'delete' ? 'its key and its messages on this disk' : 'its key; its messages stay'
    const question = `Remove ${name}, ${what}?`
    if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
    await ask('accounts.remove', { id, archive })
    if (terminal.stderr.isTTY) terminal.say(`${name} was removed.`)
    return exitCodes.done
  })
}

async function report(isJson: boolean, value: object, text: string, terminal: Terminal): Promise<void> {
  const line = isJson ? JSON.stringify(value) : text
  await withOutput({ out: undefined, terminal }, (write) => write(`${line}\n`))
}
