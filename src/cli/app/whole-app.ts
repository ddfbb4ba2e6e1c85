import { join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import { createApp, type App } from '#core/create-app.ts'
import { createMemorySecretStore, KeychainProcess } from '#core/keychain/index.ts'
import { forkKeychain, lockDataFolder, openLogger } from '#core/node/index.ts'
import { browserPorts } from '#server/browser-ports.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { Terminal } from '../framework/terminal.ts'
import { readSecrets } from '../serve/serve-flags.ts'
import { chooseAccount } from './account.ts'
import { askOf, type Ask } from './ask.ts'
import { EnvironmentKey, takeKey } from './environment-key.ts'
import { pathsOf } from './places.ts'
import { readAccounts } from './reading.ts'

type Where = {
  readonly data: string | undefined
  /** Where keys are kept; `memory` is for tests. */
  readonly secrets: string | undefined
}

export type WholeApp = { readonly app: App; readonly ask: Ask; readonly key: string | null }

/** Work of the whole app for one account, which has to be there. */
export async function withAccount<Result>(
  where: Where & { readonly account: string | undefined },
  terminal: Terminal,
  work: (app: WholeApp & { readonly account: Account }) => Promise<Result>,
): Promise<Result> {
  // Before the folder is locked, so that a wrong name changes nothing.
  const account = chooseAccount(await readAccounts(where.data, terminal), { wanted: where.account, terminal })
  return withApp(where, terminal, (app) => work({ ...app, account }), account.id)
}

/**
 * Work of the whole app, which holds the data folder for so long. It does only what it is asked for: syncs, alerts and
 * reports on their own are for a Mailroom that stays.
 */
export async function withApp<Result>(
  where: Where,
  terminal: Terminal,
  work: (app: WholeApp) => Promise<Result>,
  accountId?: string,
): Promise<Result> {
  const { data } = pathsOf(where.data, terminal)
  const key = takeKey(terminal.env)
  // From here on a signal ends the work at a safe place, and not the process.
  terminal.interrupted()
  const lock = lockDataFolder(data, { pid: process.pid, host: 'command line', focus: null })
  const logger = openLogger(join(data, 'logs'))
  // Promises keep no process alive.
  const alive = setInterval(() => undefined, 60_000)
  try {
    const ports = browserPorts({ dataFolder: data, secrets: openSecrets({ where, key, accountId, terminal }), logger })
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

type Secrets = {
  readonly where: Where
  readonly key: string | null
  readonly accountId: string | undefined
  readonly terminal: Terminal
}

function openSecrets({ where, key, accountId, terminal }: Secrets): SecretStore {
  const fork = terminal.forkKeychain ?? forkKeychain
  const keychain =
    readSecrets(where.secrets) === 'memory'
      ? createMemorySecretStore()
      : new KeychainProcess({ start: fork(pathsOf(where.data, terminal).worker('keychain')) })
  if (key === null) return keychain
  const environment = new EnvironmentKey(key, keychain)
  if (accountId !== undefined) environment.bindTo(accountId)
  return environment
}
