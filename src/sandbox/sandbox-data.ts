import { makeFolder } from '#formats/base/make-folder.ts'
import { KeptNames } from './access/kept-names.ts'
import { SandboxClock } from './base/clock.ts'
import { databasePath, type SandboxOptions } from './base/options.ts'
import { defaultUsername, type ScenarioName } from './base/scenario.ts'
import { RequestNumbers } from './http/request-numbers.ts'
import { CurrentScenario } from './scenarios/current-scenario.ts'
import { acceptSecret, startSecret } from './scenarios/start-key.ts'
import type { SnapshotContent } from './snapshots/snapshot-file.ts'
import { KeptReceiver } from './replies/kept-receiver.ts'
import { openStore, type Store } from './store/index.ts'
import { SmtpPort } from './smtp/smtp-port.ts'
import { Certificates } from './tls/certificates.ts'
import { Signer } from './tracking/signer.ts'

/** With a seed, the clock is stopped at this time unless another one is given. */
const startOfSeeded = Date.UTC(2026, 0, 1, 12)

/** The sandbox’s data: its store, with the clock, the secrets and the scenario kept in it. */
export class SandboxData {
  readonly store: Store
  readonly clock: SandboxClock
  readonly scenario: CurrentScenario
  readonly signer: Signer
  readonly adminToken: string
  readonly names: KeptNames
  readonly receiver: KeptReceiver
  readonly smtpPort: SmtpPort
  readonly requestNumbers: RequestNumbers
  readonly certificates: Certificates
  readonly credentials: { user: string; key: string }

  /**
   * Opens the data. With `content`, they begin as a copy of a snapshot, whose file is already in the data folder. If
   * there is no data folder, the file is removed when the store is closed.
   */
  static open(options: SandboxOptions, content?: SnapshotContent): SandboxData {
    const { data, seed } = options
    if (data !== undefined) makeFolder(data)
    const store =
      data === undefined && content !== undefined
        ? openStore({ path: content.path, isTemporary: true, seed })
        : openStore({ path: data === undefined ? ':memory:' : databasePath(data), seed })
    try {
      return new SandboxData(store, options, content)
    } catch (error) {
      // An option was refused. The next attempt in this process must not find the folder in use.
      store.close()
      throw error
    }
  }

  private constructor(store: Store, options: SandboxOptions, content: SnapshotContent | undefined) {
    const { seed } = options
    this.store = store
    this.signer = new Signer(storedSecret(store, 'tracking-secret'))
    this.adminToken = storedSecret(store, 'admin-token', options.adminToken)
    this.names = new KeptNames(store, options)
    // A snapshot from elsewhere must not make the sandbox send mail to a server that nobody named here.
    this.receiver = new KeptReceiver(
      store.settings,
      options.repliesTo === undefined && content !== undefined ? null : options.repliesTo,
    )
    this.smtpPort = new SmtpPort(store)
    this.requestNumbers = new RequestNumbers(store.settings)
    this.certificates = new Certificates(store.settings, options.hosts)
    const fixedStart = seed === undefined ? undefined : (options.clock?.start ?? startOfSeeded)
    this.clock = new SandboxClock(store.settings, { ...options.clock, fixedStart })
    this.scenario = new CurrentScenario(store)
    this.credentials = {
      user: (content && options.user) ?? store.account()?.username ?? options.user ?? defaultUsername,
      key: options.key ?? startSecret(store) ?? store.ids.named('key', 16),
    }
    if (content !== undefined) this.#begin(content)
    else if (store.account() === null) this.fill(options.scenario ?? 'empty')
    else this.#acceptKey()
    if (options.clock?.running === false) this.clock.stop()
    if (options.clock?.running === true) this.clock.run()
  }

  /**
   * Replaces the content with a scenario. The credentials, the clock and the sandbox’s own settings are kept. If it
   * fails, the content stays as it was.
   */
  fill(name: ScenarioName): void {
    const { user: username, key } = this.credentials
    const saveMore = (): void => {
      this.#saveOwn()
      this.clock.save()
    }
    this.scenario.fill(name, { now: this.clock.now(), username, key, saveMore })
  }

  /** Replaces the content and the clock with a snapshot’s. The credentials and the sandbox’s own settings are kept. */
  takeOver({ path, header }: SnapshotContent): void {
    this.store.replaceWith(path)
    this.scenario.forget()
    this.#begin({ path, header })
  }

  #begin({ header }: SnapshotContent): void {
    const { store, credentials } = this
    store.transaction(() => {
      const account = store.account()
      if (account !== null && account.username !== credentials.user) {
        store.setAccount({ ...account, username: credentials.user })
      }
      this.#saveOwn()
      this.clock.continueAt(header.clock)
      this.#acceptKey()
    })
  }

  #acceptKey(): void {
    const { user: username, key } = this.credentials
    acceptSecret(this.store, { username, key, createdAt: this.clock.now() })
  }

  /** Saves the settings that belong to the running sandbox rather than to its content. */
  #saveOwn(): void {
    this.store.settings.set('tracking-secret', this.signer.secret)
    this.store.settings.set('admin-token', this.adminToken)
    this.names.save()
    this.receiver.save()
    this.smtpPort.save()
    this.requestNumbers.save()
    this.certificates.save()
  }
}

/**
 * The secret is stored with the data, so that links in earlier messages and programs that use the controls’ token still
 * work after a restart.
 */
function storedSecret({ settings, ids }: Store, name: 'tracking-secret' | 'admin-token', given?: string): string {
  const secret = given ?? settings.get(name) ?? Buffer.from(ids.named(name, 32), 'hex').toString('base64url')
  settings.set(name, secret)
  return secret
}
