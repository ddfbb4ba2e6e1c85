import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { didYouMean } from '../framework/did-you-mean.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'

type Accounts = CommandOutput<'accounts.list'>

type Asked = {
  /** The account name or id as typed. */
  readonly wanted: string | undefined
  readonly terminal: Pick<Terminal, 'isInteractive' | 'say'>
}

/**
 * Chooses the account for a command: the one that was named, or the only one. If there are several, the one used last
 * is chosen only on a terminal. A script would otherwise switch accounts whenever somebody chose a different one in the
 * app.
 */
export function chooseAccount({ accounts, currentId }: Accounts, { wanted, terminal }: Asked): Account {
  const [first, ...others] = accounts
  if (first === undefined) {
    throw new AppError('no-accounts', 'There are no accounts yet. Add one with mailroom accounts add, or in the app.')
  }
  if (wanted !== undefined) return namedAccount(accounts, wanted)
  if (others.length === 0) return first
  if (!terminal.isInteractive) {
    throw new UsageError(`There are several accounts: ${namesOf(accounts)}. Choose one with --account.`)
  }
  const lastUsed = accounts.find(({ id }) => id === currentId) ?? first
  terminal.say(`Using ${lastUsed.name}, the last account you used. To choose another, add --account.`)
  return lastUsed
}

function namedAccount(accounts: readonly Account[], wanted: string): Account {
  const name = wanted.toLowerCase()
  const found = accounts.find((account) => account.id === wanted || account.name.toLowerCase() === name)
  if (found) return found
  const names = accounts.map((account) => account.name)
  const hint = didYouMean(wanted, names)
  throw new UsageError(
    hint === ''
      ? `There is no account named ${wanted}. The accounts are ${namesOf(accounts)}.`
      : `There is no account named ${wanted}.${hint}`,
  )
}

function namesOf(accounts: readonly Account[]): string {
  return accounts.map((account) => account.name).join(', ')
}
