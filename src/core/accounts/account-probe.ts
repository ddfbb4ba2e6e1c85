import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { EffectJournal } from '../api/index.ts'
import type { Ports, SecretStore } from '../base/ports.ts'
import { readAccountFile, type StoredAccount } from './account-file.ts'
import { AccountKeys } from './account-keys.ts'
import { ServiceClients } from './service-clients.ts'

type Supplies = {
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  /** Where the account’s key is kept, which may be the environment. */
  readonly secretsOf: (account: Named, others: readonly Named[]) => SecretStore
}

type Named = Pick<StoredAccount, 'id' | 'name'>

/** How a call to the service ended, and by how many milliseconds the service’s clock is ahead of this computer’s. */
export type ServiceFinding = { readonly problem: AppError | null; readonly ahead: number }

/** Checks an account while the app may be using it: the list on disk is read, and nothing is written. */
export class AccountProbe {
  readonly id: string
  readonly name: string
  readonly kind: StoredAccount['kind']
  /** The team archive’s server; null for an archive in a file on this computer. */
  readonly team: { readonly server: TeamServer; readonly passwordInKeychain: boolean } | null
  readonly #account: StoredAccount
  readonly #keys: AccountKeys
  readonly #ports: Supplies['ports']

  private constructor(account: StoredAccount, secrets: SecretStore, ports: Supplies['ports']) {
    this.id = account.id
    this.name = account.name
    this.kind = account.kind
    const { teamServer: server, teamPasswordInKeychain: passwordInKeychain } = account
    this.team = server && { server, passwordInKeychain }
    this.#account = account
    this.#keys = new AccountKeys(secrets)
    this.#ports = ports
  }

  static async all(dataFolder: string, { ports, secretsOf }: Supplies): Promise<readonly AccountProbe[]> {
    const { accounts } = await readAccountFile(dataFolder)
    return accounts.map((account) => {
      const others = accounts.filter(({ id }) => id !== account.id)
      return new AccountProbe(account, secretsOf(account, others), ports)
    })
  }

  /** Rejects with the reason if there is no key that may be sent. */
  async requireKey(): Promise<void> {
    await this.#keys.get(this.#account)
  }

  /** Lists the API keys, as a connection test does: the call is harmless, and every account supports it. */
  async askService(signal: AbortSignal): Promise<ServiceFinding> {
    const client = this.#clients().once(this.#account, await this.#keys.get(this.#account))
    try {
      const problem = await client.settings.apiKeys({ signal }).then(() => null, AppError.from)
      return { problem, ahead: client.clockSkew() }
    } finally {
      await client.close()
    }
  }

  #clients(): ServiceClients {
    return new ServiceClients({
      ports: this.#ports,
      secret: (account) => this.#keys.get(account),
      stored: () => this.#account,
      journal: () => noEffects,
      learn: () => Promise.resolve(),
      onConnection: () => undefined,
    })
  }
}

const noEffects: EffectJournal = {
  begin: () => Promise.reject(new Error('This check changes nothing on the service.')),
}
