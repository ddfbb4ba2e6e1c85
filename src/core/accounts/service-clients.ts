import type { AccountProfile, LastCalls } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import {
  createCallLog,
  createServiceClient,
  type CallLog,
  type ConnectionState,
  type Deadlines,
  type EffectJournal,
  type Learned,
  type LearnedStore,
  type Network,
  type ServiceClient,
} from '../api/index.ts'
import type { Ports } from '../base/ports.ts'
import type { StoredAccount } from './account-file.ts'
import type { AccountSecret } from './account-secret.ts'
import { LastCallRecord } from './calls/last-calls.ts'

type ServiceClientsOptions = {
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  /**
   * Returns an account’s secret. The account is passed as it was when its client was created, so that a key for another
   * destination is refused.
   */
  readonly secret: (account: StoredAccount) => Promise<AccountSecret>
  readonly stored: (id: string) => StoredAccount
  readonly journal: (id: string) => EffectJournal
  readonly learn: (id: string, learned: Learned) => Promise<void>
  readonly onConnection: (id: string, state: ConnectionState, problem: string | null) => void
}

type Connected = { readonly client: ServiceClient; readonly calls: LastCallRecord; readonly baseUrl: string }

/**
 * In milliseconds: the user waits for a connection test, so a service that hasn’t responded by then counts as failed.
 */
const testDeadline = 15_000

/**
 * One client for each account, which stays the same until the account’s profile or key changes, and a log of the
 * account’s calls.
 */
export class ServiceClients {
  readonly #options: ServiceClientsOptions
  readonly #clients = new Map<string, Connected>()
  readonly #callLogs = new Map<string, CallLog>()
  /** Learned facts that are not in the file yet. They already apply while they are being written. */
  readonly #learning = new Map<string, Learned>()

  constructor(options: ServiceClientsOptions) {
    this.#options = options
  }

  of(id: string): ServiceClient {
    const known = this.#clients.get(id)
    if (known) return known.client
    const { secret, stored, journal, onConnection, ports } = this.#options
    // The account is read once: after it has changed, this client must not get the key for another destination.
    const account = stored(id)
    const learned = this.#learnedBy(id)
    const calls = new LastCallRecord(learned, ports.clock)
    const log = this.callLog(id)
    const callLog: CallLog = {
      add(entry, error) {
        log.add(entry, error)
        calls.note(entry, error)
      },
      entries: () => log.entries(),
    }
    const client = this.#connect(account, () => secret(account), { learned, callLog, journal: journal(id) })
    client.onConnection((state, problem) => onConnection(id, state, problem))
    this.#clients.set(id, { client, calls, baseUrl: account.baseUrl })
    return client
  }

  /** Creates a client for a connection test. Nothing that it learns is kept. The caller closes the client. */
  once(profile: AccountProfile, secret: AccountSecret): ServiceClient {
    const kept = { learned: { get: () => ({}), set: () => undefined }, callLog: createCallLog() }
    return this.#connect(profile, () => Promise.resolve(secret), kept, { attempt: testDeadline, call: testDeadline })
  }

  /** Returns an account’s last calls, kept in memory while Mailroom runs. */
  callLog(id: string): CallLog {
    let log = this.#callLogs.get(id)
    if (!log) {
      log = createCallLog()
      this.#callLogs.set(id, log)
    }
    return log
  }

  /** Returns the most recent result of each of an account’s operations, in this run or an earlier one. */
  lastCalls(id: string): LastCalls {
    return this.#clients.get(id)?.calls.all() ?? this.#options.stored(id).learned.calls ?? {}
  }

  /** The next use creates a new client. */
  async disconnect(id: string): Promise<void> {
    const connected = this.#clients.get(id)
    if (!connected) return
    this.#clients.delete(id)
    await connected.client.close()
    // After a change of the URL, these calls say nothing about the service, so they are not written.
    if (this.#options.stored(id).baseUrl === connected.baseUrl) connected.calls.write()
  }

  async remove(id: string): Promise<void> {
    this.#callLogs.delete(id)
    await this.disconnect(id)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.keys()].map((id) => this.disconnect(id)))
  }

  #connect(
    profile: AccountProfile,
    secret: () => Promise<AccountSecret>,
    kept: { learned: LearnedStore; callLog: CallLog; journal?: EffectJournal },
    deadlines?: Partial<Deadlines>,
  ): ServiceClient {
    const { clock, logger } = this.#options.ports
    const network: Network = {
      ...(profile.proxy && { proxy: profile.proxy }),
      ...(profile.extraCa && { extraCa: [profile.extraCa] }),
      proxyPassword: async () => (await secret()).proxyPassword,
    }
    const key = async () => (await secret()).key
    return createServiceClient({ profile, key, ...kept, clock, logger, network, ...(deadlines && { deadlines }) })
  }

  #learnedBy(id: string): LearnedStore {
    const { stored, learn, ports } = this.#options
    return {
      get: () => this.#learning.get(id) ?? stored(id).learned,
      set: (learned) => {
        this.#learning.set(id, learned)
        learn(id, learned)
          .catch((error: unknown) => {
            const { details } = AppError.from(error)
            ports.logger.log('warn', 'The account’s API settings couldn’t be saved.', details)
          })
          .finally(() => this.#learning.get(id) === learned && this.#learning.delete(id))
      },
    }
  }
}
