import { onTestFinished } from 'vitest'
import type { Ports, SecretStore } from '#core/base/ports.ts'
import type { App } from '#core/create-app.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { createDataFolder } from './data-folder.ts'
import { openSandbox } from './sandboxes/open-sandbox.ts'
import { askApp, startTestApp, testPorts, type Ask } from './test-ports.ts'

/** The parts of a service that test accounts need. */
type Place = { readonly url: string; readonly credentials: { readonly user: string; readonly key: string } }

// Nothing listens there, so a call fails at once and never leaves this machine.
const nowhere: Place = { url: 'http://127.0.0.1:9/v1', credentials: { user: 'someone', key: 'a-key' } }

/** The ports that a test replaces, derived from the standard ones. */
export type ChangePorts = (ports: Ports) => Partial<Ports>

export type { Ask }

export type Keep = NonNullable<CommandInput<'accounts.create'>['keep']>

/** Mailroom on a separate data folder. Both are removed when the test ends. */
export class OpenApp<Service extends Place = Place> {
  readonly folder: string
  /** The service of its accounts. */
  readonly service: Service
  /** The keychain, which survives a restart. */
  readonly secrets: SecretStore = createMemorySecretStore()
  readonly #change: ChangePorts
  #app: App | null = null
  #accountId: string | null = null

  constructor(folder: string, service: Service, change: ChangePorts = () => ({})) {
    this.folder = folder
    this.service = service
    this.#change = change
    onTestFinished(() => this.close())
  }

  get app(): App {
    if (this.#app === null) throw new Error('The app is not started.')
    return this.#app
  }

  /** The first account that was added. */
  get accountId(): string {
    if (this.#accountId === null) throw new Error('No account was added.')
    return this.#accountId
  }

  async start(change = this.#change): Promise<void> {
    const ports = testPorts(this.folder, { secrets: this.secrets })
    this.#app = await startTestApp(this.folder, { secrets: this.secrets, ...change(ports) })
  }

  async close(): Promise<void> {
    await this.#app?.close()
  }

  /** Closes the app and starts it again with the same data. */
  async restart(change?: ChangePorts): Promise<void> {
    await this.close()
    await this.start(change)
  }

  readonly ask: Ask = async (name, ...input) => askApp(this.app)(name, ...input)

  profile(change: Partial<AccountProfile> = {}): AccountProfile {
    const { url: baseUrl, credentials } = this.service
    return { ...accountDefaults, name: 'Shop', baseUrl, user: credentials.user, ...change }
  }

  async addAccount(change?: Partial<AccountProfile>, keep: Keep = 'this-run'): Promise<Account> {
    const { key } = this.service.credentials
    const account = await this.ask('accounts.create', { profile: this.profile(change), key, keep })
    this.#accountId ??= account.id
    return account
  }
}

/** Mailroom without a service: the calls of its accounts fail. */
export async function openApp(change?: ChangePorts): Promise<OpenApp> {
  return open(nowhere, change)
}

/** Mailroom and a sandbox in which accounts can be added. */
export async function openAppAtSandbox(options: SandboxOptions = {}, change?: ChangePorts): Promise<OpenApp<Sandbox>> {
  const sandbox = await openSandbox({ smtp: false, ...options })
  onTestFinished(() => sandbox.close())
  return open(sandbox, change)
}

/** Mailroom with an account on a sandbox. */
export async function openAccount(
  profile: Partial<AccountProfile> = {},
  options: SandboxOptions = {},
): Promise<OpenApp<Sandbox>> {
  const opened = await openAppAtSandbox(options)
  await opened.addAccount(profile)
  return opened
}

/** A second Mailroom at the same service, like the one of a colleague. */
export async function openBeside<Service extends Place>(other: OpenApp<Service>): Promise<OpenApp<Service>> {
  return open(other.service)
}

async function open<Service extends Place>(service: Service, change?: ChangePorts): Promise<OpenApp<Service>> {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const opened = new OpenApp(folder.path, service, change)
  await opened.start()
  return opened
}
