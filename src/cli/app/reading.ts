import { createReadingApp } from '#core/create-reading-app.ts'
import { systemClock } from '#core/node/index.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Terminal } from '../framework/terminal.ts'
import { chooseAccount } from './account.ts'
import { askOf, type Ask } from './ask.ts'
import { pathsOf, refuseMissing } from './paths.ts'

type Where = { readonly data: string | undefined; readonly account: string | undefined }

type Reading = { readonly ask: Ask; readonly account: Account }

/**
 * Runs read-only work even while another Mailroom holds the data folder. Internal errors are printed to the terminal,
 * because a reader writes no log.
 */
export function whileReading<Result>(
  { data, account }: Where,
  terminal: Terminal,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  refuseMissing(data, terminal)
  return withReader(data, terminal, async (ask) =>
    work({ ask, account: chooseAccount(await ask('accounts.list', undefined), { wanted: account, terminal }) }),
  )
}

export function readAccounts(data: string | undefined, terminal: Terminal): Promise<CommandOutput<'accounts.list'>> {
  refuseMissing(data, terminal)
  return accountsIn(data, terminal)
}

/** Returns no accounts if the data folder does not exist, for commands that create it. */
export function accountsIn(data: string | undefined, terminal: Terminal): Promise<CommandOutput<'accounts.list'>> {
  return withReader(data, terminal, (ask) => ask('accounts.list', undefined))
}

async function withReader<Result>(
  data: string | undefined,
  terminal: Terminal,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const app = await createReadingApp({ paths: pathsOf(data, terminal), clock: systemClock })
  try {
    return await work(askOf({ handlers: app.handlers, logger: { log: () => undefined } }))
  } finally {
    await app.close()
  }
}
