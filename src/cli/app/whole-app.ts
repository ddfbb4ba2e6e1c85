import { join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import { createApp, type App } from '#core/create-app.ts'
import { CommandGuests, reachFolder, type Visit } from '#core/guests/index.ts'
import { createMemorySecretStore, KeychainProcess } from '#core/keychain/index.ts'
import { forkKeychain, openLogger } from '#core/node/index.ts'
import { browserPorts } from '#server/browser-ports.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { readSecrets } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { chooseAccount } from './account.ts'
import { askOf, type Ask } from './ask.ts'
import { EnvironmentKey, EnvironmentKeys } from './environment-key.ts'
import { pathsOf } from './paths.ts'
import { readAccounts } from './reading.ts'

type Where = {
  readonly data: string | undefined
  /** Where keys are kept; `memory` is for tests. */
  readonly secrets: string | undefined
}

/** The account whose key the environment may contain, and the other accounts in this folder. */
type Keyed = {
  readonly account: { readonly id?: string; readonly name: string }
  readonly others: readonly Account[]
}

/**
 * The app that does the work. It runs in this process, unless another Mailroom holds the data folder. In that case, the
 * other Mailroom does the work.
 */
export type WholeApp = {
  readonly ask: Ask
  /** Calls the listener for every event from now on; returns a function to unsubscribe. */
  subscribe(listener: (event: AppEvent) => void): () => void
  register(path: string, name?: string): Promise<{ readonly token: string }>
  /** One of the app’s files, kept until the returned object is disposed of. */
  hold(token: string): Promise<{ readonly path: string } & Disposable>
  /** Rejects if the app ends before its work is done. */
  readonly lost: Promise<never>
  readonly key: string | null
  readonly keep: 'keychain' | 'this-run'
}

/** Runs work with the whole app for one account, which must exist. */
export async function withAccount<Result>(
  where: Where & { readonly account: string | undefined },
  terminal: Terminal,
  work: (app: WholeApp & { readonly account: Account }) => Promise<Result>,
  { usesKey = true }: { readonly usesKey?: boolean } = {},
): Promise<Result> {
  // The accounts are read before the folder is locked, so that a wrong name changes nothing.
  const list = await readAccounts(where.data, terminal)
  const account = chooseAccount(list, { wanted: where.account, terminal })
  const others = list.accounts.filter(({ id }) => id !== account.id)
  // The app’s own sandbox never uses a key from the environment, because another program may be listening on its port
  // by now.
  const keyed = usesKey && account.kind !== 'sandbox' ? { account, others } : undefined
  const done = withApp(where, terminal, (app) => work({ ...app, account }), { keyed })
  if (account.kind !== 'sandbox') return done
  return done.catch((thrown: unknown) => {
    throw AppError.from(thrown).code === 'sandbox-stopped' ? insideAppError(account) : thrown
  })
}

/**
 * Runs work with the whole app: the one that already holds the data folder, or a new one in this process, which holds
 * the folder until the work is done. A new one starts nothing by itself: automatic syncs, alerts and reports are left
 * to a Mailroom that stays open.
 */
export async function withApp<Result>(
  where: Where,
  terminal: Terminal,
  work: (app: WholeApp) => Promise<Result>,
  { keyed }: { readonly keyed?: Keyed | undefined } = {},
): Promise<Result> {
  const { data } = pathsOf(where.data, terminal)
  const keys = EnvironmentKeys.take(terminal.env)
  const key = keyed ? keys.keyFor(keyed.account, keyed.others) : null
  // From here on, a signal ends the work at a safe point instead of ending the process.
  const signal = terminal.interrupted()
  const reached = await reachFolder(data, {
    host: 'command line',
    signal,
    onWait: (sentence) => terminal.say(sentence),
  })
  if ('visit' in reached) return visiting(reached.visit, { key, accountId: keyed?.account.id }, work)
  const { lock } = reached
  const logger = openLogger(join(data, 'logs'))
  // The timer keeps the process alive, because a pending promise does not.
  const alive = setInterval(() => undefined, 60_000)
  try {
    const keychain = openKeychain(where, terminal)
    const secrets = key === null ? keychain : givenKey(key, keychain, keyed?.account.id)
    const ports = browserPorts({ dataFolder: data, secrets, logger })
    const host = { ...ports.host, name: 'command line' }
    const capabilities = { ...ports.capabilities, print: false }
    const app = await createApp({ ...ports, host, capabilities }, { goesOn: false })
    const guests = new CommandGuests({ app, data, lock, logger })
    try {
      return await work(inside(app, { key, keep: where.secrets === 'memory' ? 'this-run' : 'keychain' }))
    } finally {
      await guests.end({ signal, onWait: () => terminal.say(waits) })
    }
  } finally {
    clearInterval(alive)
    logger.close()
    lock.release()
  }
}

/**
 * Another command may have connected to this one in the meantime. Its work is not interrupted, unless the user ends both.
 */
const waits =
  'Another command is still using this one. Waiting for that command to finish. Press Ctrl+C to stop both safely.'

function inside(app: App, kept: Pick<WholeApp, 'key' | 'keep'>): WholeApp {
  return {
    ask: askOf(app),
    subscribe: (listener) => app.subscribe(listener),
    register: (path, name) => app.files.register(path, name === undefined ? {} : { name }),
    hold: (token) => Promise.resolve(app.files.hold(token)),
    lost: new Promise(() => undefined),
    ...kept,
  }
}

type Lent = { readonly key: string | null; readonly accountId: string | undefined }

/**
 * Works in the Mailroom that already holds the data folder. That Mailroom gets the key from the environment for this
 * visit only and doesn’t store it.
 */
async function visiting<Result>(
  visit: Visit,
  { key, accountId }: Lent,
  work: (app: WholeApp) => Promise<Result>,
): Promise<Result> {
  const lost = visit.ended.then((reason) => Promise.reject(reason))
  // Commands that never wait for `lost` would otherwise cause an unhandled rejection.
  lost.catch(() => undefined)
  try {
    if (key !== null && accountId !== undefined) await visit.lendKey(accountId, key)
    return await work({
      ask: async (name, input, signal = new AbortController().signal) =>
        (await visit.call(name, input, signal)) as CommandOutput<typeof name>,
      subscribe: (listener) => visit.subscribe(listener),
      register: (path, name) => visit.register(path, name),
      hold: (token) => visit.hold(token),
      lost,
      key,
      keep: key === null ? 'keychain' : 'this-run',
    })
  } finally {
    visit.end()
  }
}

/** The sandbox’s key exists only as long as the app runs the sandbox. */
export function insideAppError({ name }: Account): AppError {
  return new AppError(
    'sandbox-inside-app',
    `${name} runs only inside the app. To use a sandbox on the command line, start one with mailroom sandbox and add it with mailroom accounts add.`,
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
