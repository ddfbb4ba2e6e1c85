import { join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import { createApp, type App } from '#core/create-app.ts'
import { createMemorySecretStore, KeychainProcess } from '#core/keychain/index.ts'
import { forkKeychain, lockDataFolder, openLogger } from '#core/node/index.ts'
import { browserPorts } from '#server/browser-ports.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Terminal } from '../framework/terminal.ts'
import { readSecrets } from '../serve/serve-flags.ts'
import { chooseAccount } from './account.ts'
import { askOf, type Ask } from './ask.ts'
import { EnvironmentKey, EnvironmentKeys } from './environment-key.ts'
import { pathsOf } from './places.ts'
import { readAccounts } from './reading.ts'

type Where = {
  readonly data: string | undefined
  /** Where keys are kept; `memory` is for tests. */
  readonly secrets: string | undefined
}

/** The account whose key the environment may hold, and what else has a name in this folder. */
type Keyed = {
  readonly account: { readonly id?: string; readonly name: string }
  readonly others: readonly Account[]
}

/** How the keychain is used where no key of the environment takes its place. */
type OnKeychain = (keychain: SecretStore) => SecretStore

export type WholeApp = { readonly app: App; readonly ask: Ask; readonly key: string | null }

/** Work of the whole app for one account, which has to be there. */
export async function withAccount<Result>(
  where: Where & { readonly account: string | undefined },
  terminal: Terminal,
  work: (app: WholeApp & { readonly account: Account }) => Promise<Result>,
  onKeychain?: OnKeychain,
): Promise<Result> {
  // Before the folder is locked, so that a wrong name changes nothing.
  const list = await readAccounts(where.data, terminal)
  const account = chooseAccount(list, { wanted: where.account, terminal })
  const others = list.accounts.filter(({ id }) => id !== account.id)
  // The sandbox of the app has a key of its own, and another program may have its port by now.
  const keyed = onKeychain || account.kind === 'sandbox' ? undefined : { account, others }
  const done = withApp(where, terminal, (app) => work({ ...app, account }), { keyed, onKeychain })
  if (account.kind !== 'sandbox') return done
  return done.catch((thrown: unknown) => {
    throw AppError.from(thrown).code === 'key-missing' ? insideAppError(account) : thrown
  })
}

/**
 * Work of the whole app, which holds the data folder for so long. It does only what it is asked for: syncs, alerts and
 * reports on their own are for a Mailroom that stays.
 */
export async function withApp<Result>(
  where: Where,
  terminal: Terminal,
  work: (app: WholeApp) => Promise<Result>,
  { keyed, onKeychain }: { readonly keyed?: Keyed | undefined; readonly onKeychain?: OnKeychain | undefined } = {},
): Promise<Result> {
  const { data } = pathsOf(where.data, terminal)
  const keys = EnvironmentKeys.take(terminal.env)
  const key = keyed ? keys.keyFor(keyed.account, keyed.others) : null
  // From here on a signal ends the work at a safe place, and not the process.
  terminal.interrupted()
  const lock = lockDataFolder(data, { pid: process.pid, host: 'command line', focus: null })
  const logger = openLogger(join(data, 'logs'))
  // Promises keep no process alive.
  const alive = setInterval(() => undefined, 60_000)
  try {
    const keychain = openKeychain(where, terminal)
    const secrets = key === null ? (onKeychain?.(keychain) ?? keychain) : givenKey(key, keychain, keyed?.account.id)
    const ports = browserPorts({ dataFolder: data, secrets, logger })
    const host = { ...ports.host, name: 'command line' }
    const capabilities = { ...ports.capabilities, print: false }
    const app = await createApp({ ...ports, host, capabilities }, { goesOn: false })
    try {
      return await work({ app, ask: askOf(app), key })
    } finally {
      await app.close()
    }
  } finally {
    clearInterval(alive)
    logger.close()
    lock.release()
  }
}

/** Its key lives as long as the app runs it. */
export function insideAppError({ name }: Account): AppError {
  return new AppError(
    'sandbox-inside-app',
    `${name} runs only inside the app. Start one for the command line with mailroom sandbox, and add it with mailroom accounts add.`,
  )
}

function openKeychain(where: Where, terminal: Terminal): SecretStore {
  if (readSecrets(where.secrets) === 'memory') return createMemorySecretStore()
  const fork = terminal.forkKeychain ?? forkKeychain
  return new KeychainProcess({ start: fork(pathsOf(where.data, terminal).worker('keychain')) })
}

function givenKey(key: string, keychain: SecretStore, accountId: string | undefined): SecretStore {
  const environment = new EnvironmentKey(key, keychain)
  if (accountId !== undefined) environment.bindTo(accountId)
  return environment
}
