import type { Account } from '#shared/contract/accounts.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { isAnyKeyGiven, keyVariable } from '../app/environment-key.ts'
import { accountsIn } from '../app/reading.ts'
import { insideAppError, withAccount, withApp, type WholeApp } from '../app/whole-app.ts'
import { askSecret, confirm } from '../framework/ask-user.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import { listOf } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { addFlags, checkFlags, removeFlags } from './account-flags.ts'

export async function addAccount({ flags }: Given<typeof addFlags>, terminal: Terminal): Promise<ExitCode> {
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
  const add = async ({ ask, key: fromEnvironment, keep }: WholeApp): Promise<ExitCode> => {
    const key = fromEnvironment ?? (await askSecret(`API key for ${user}:`, terminal))
    if (key === '')
      throw new UsageError(`No key was given. Pipe the key to stdin, or set ${keyVariable(name) ?? 'MAILROOM_KEY'}.`)
    const signal = terminal.interrupted()
    if (!flags['no-check']) await ask('accounts.test', { profile, key }, signal)
    // `stays`: the app may be open, so its current account must not change.
    const { id } = await ask('accounts.create', { profile, key, keep, stays: true }, signal)
    await report(flags.json, { event: 'added', id, name }, `${name} was added.`, terminal)
    return exitCodes.done
  }
  const { accounts } = await accountsIn(flags.data, terminal)
  // An account that already has this name is left out, because the app will refuse a second one.
  const others = accounts.filter((account) => account.name.toLowerCase() !== name.toLowerCase())
  return withApp(flags, terminal, add, { keyed: { account: { name }, others } })
}

export function checkAccount({ flags }: Given<typeof checkFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(flags, terminal, async ({ ask, account }) => {
    const { id, name } = account
    const { connection, connectionProblem } = await ask('accounts.refresh', { id }, terminal.interrupted())
    const isOnline = connection === 'online'
    // The sandbox is online only if the call reached the app that runs it.
    if (account.kind === 'sandbox' && !isOnline) throw insideAppError(account)
    const text = isOnline ? `${name}: the service accepts the key.` : `${name}: ${connectionProblem ?? connection}`
    await report(flags.json, { id, name, connection, problem: connectionProblem }, text, terminal)
    return isOnline ? exitCodes.done : exitCodes.failed
  })
}

export function removeAccount(
  { flags, operands: [wanted] }: Given<typeof removeFlags>,
  terminal: Terminal,
): Promise<ExitCode> {
  // Never defaults to the account used last: the account to remove must be named.
  if (wanted === undefined) throw new UsageError('mailroom accounts remove needs the name of the account.')
  const isKeyGiven = isAnyKeyGiven(terminal.env)
  const remove = async ({ ask, account: { id, name } }: WholeApp & { account: Account }): Promise<ExitCode> => {
    const archive = flags['delete-archive'] ? 'delete' : 'keep'
    const isDeleting = archive === 'delete'
    const question = isDeleting
      ? `Remove ${name}, its key and its messages from this disk?`
      : `Remove ${name} and its key? Its messages stay on this disk.`
    if (!(await confirm(question, { isYes: flags.yes }, terminal))) return exitCodes.failed
    const { keyStays } = await ask('accounts.remove', { id, archive, withoutKeychain: 'remove' })
    const stays = isDeleting ? 'Its messages were deleted from this disk.' : 'Its messages stay on this disk.'
    await report(false, {}, `${name} was removed. ${stays}`, terminal)
    if (keyStays && !isKeyGiven)
      terminal.say('No keychain was available. If a keychain holds the account’s key, the key is still there.')
    return exitCodes.done
  }
  // A key from the environment would replace the stored key, which would then not be removed.
  return withAccount({ ...flags, account: wanted }, terminal, remove, { usesKey: false })
}

async function report(isJson: boolean, value: object, text: string, terminal: Terminal): Promise<void> {
  const line = isJson ? JSON.stringify(value) : text
  await withOutput({ out: undefined, terminal }, (write) => write(`${line}\n`))
}
