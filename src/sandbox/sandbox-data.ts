import { join } from 'node:path'
import { makeFolder } from '#formats/base/make-folder.ts'
import { KeptNames } from './access/kept-names.ts'
import { SandboxClock } from './base/clock.ts'
import type { SandboxOptions } from './base/options.ts'
import { defaultUsername, type ScenarioName } from './base/scenario.ts'
import { RequestNumbers } from './http/request-numbers.ts'
import { CurrentScenario } from './scenarios/current-scenario.ts'
import { openStore, type Store } from './store/index.ts'
import { SmtpPort } from './smtp/smtp-port.ts'
import { Signer } from './tracking/signer.ts'

/** With a seed, the clock is stopped at this time. */
const startOfSeeded = Date.UTC(2026, 0, 1, 12)

/** The sandbox’s data: its store, with the clock, the secrets and the scenario kept in it. */
export class SandboxData {
  readonly store: Store
  readonly clock: SandboxClock
  readonly scenario: CurrentScenario
  readonly signer: Signer
  readonly adminToken: string
  readonly names: KeptNames
  readonly smtpPort: SmtpPort
  readonly requestNumbers: RequestNumbers
  readonly credentials: { user: string; key: string }

  constructor(options: SandboxOptions) {
    const { data } = options
    if (data !== undefined) makeFolder(data)
    const { seed } = options
    const store = openStore({ path: data === undefined ? ':memory:' : join(data, 'sandbox.sqlite'), seed })
    this.store = store
    this.signer = new Signer(storedSecret(store, 'tracking-secret'))
    this.adminToken = storedSecret(store, 'admin-token')
    this.names = new KeptNames(store, options)
    this.smtpPort = new SmtpPort(store)
    this.requestNumbers = new RequestNumbers(store.settings)
    const fixedStart = seed === undefined ? undefined : startOfSeeded
    this.clock = new SandboxClock(store.settings, { ...options.clock, fixedStart })
    this.scenario = new CurrentScenario(store)
    this.credentials = {
      user: store.account()?.username ?? options.user ?? defaultUsername,
      key: options.key ?? store.keys.list()[0]?.key ?? store.ids.named('key', 16),
    }
    if (store.account() === null) this.fill(options.scenario ?? 'empty')
    else setFirstKey(store, this.credentials.key, this.clock.now())
    if (options.clock?.running === false) this.clock.stop()
    if (options.clock?.running === true) this.clock.run()
  }

  /** Replaces everything except the secrets, the credentials, the names and the clock. */
  fill(name: ScenarioName): void {
    const { user: username, key } = this.credentials
    this.scenario.fill(name, { now: this.clock.now(), username, key })
    this.store.settings.set('tracking-secret', this.signer.secret)
    this.store.settings.set('admin-token', this.adminToken)
    this.names.save()
    this.smtpPort.save()
    this.requestNumbers.save()
    this.clock.save()
  }
}

/** Stored with the data, so that links in earlier messages keep working, as do programs that use the controls. */
function storedSecret({ settings, ids }: Store, name: 'tracking-secret' | 'admin-token'): string {
  const secret = settings.get(name) ?? Buffer.from(ids.named(name, 32), 'hex').toString('base64url')
  settings.set(name, secret)
  return secret
}

/** If a key is requested, it replaces the first one. */
function setFirstKey({ keys }: Store, key: string, updatedAt: number): void {
  const first = keys.list()[0]
  if (first !== undefined && first.key !== key) keys.update(first.id, { key, updatedAt })
}
