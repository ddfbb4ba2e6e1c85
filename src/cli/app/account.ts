import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { didYouMean } from '../framework/did-you-mean.ts'

/** The account that a command is about: the named one, else the only one, else the one used last. */
export function chooseAccount({ accounts, currentId }: CommandOutput<'accounts.list'>, wanted?: string): Account {
  const [first] = accounts
  if (first === undefined) {
    throw new AppError('no-accounts', 'There is no account yet. Add one with mailroom accounts add, or in the app.')
  }
  if (wanted === undefined) return accounts.find(({ id }) => id === currentId) ?? first
  const name = wanted.toLowerCase()
  const found = accounts.find((account) => account.id === wanted || account.name.toLowerCase() === name)
  if (found) return found
  const names = accounts.map((account) => account.name)
  const known = didYouMean(wanted, names) || ` The accounts are ${names.join(', ')}.`
  throw new AppError('no-such-account', `There is no account ${wanted}.${known}`)
}
