import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { Admin } from './admin/admin.ts'
import { SandboxClock } from './base/clock.ts'
import { Control } from './control/control.ts'
import { Engine } from './engine/engine.ts'
import { Outbox } from './delivery/outbox.ts'
import type { Links } from './mail/render.ts'
import { createExports } from './exports/exports.ts'
import { Faults } from './faults/faults.ts'
import { Bodies } from './http/body-receiver.ts'
import { Budget } from './http/budget.ts'
import { Reach } from './http/allowed-hosts.ts'
import { RequestLog, type LoggedRequest } from './http/request-log.ts'
import { HttpDoor } from './server/http-server.ts'
import { firstKey, setFirstKey } from './scenarios/first-key.ts'
import { KeyRing } from './access/key-ring.ts'
import { defaults, type SandboxOptions } from './base/options.ts'
import { Scene } from './scenarios/current-scenario.ts'
import { newKey } from './scenarios/account.ts'
import { defaultUsername, type ScenarioName } from './base/scenario.ts'
import type { Service, ServiceSettings } from './operations/service.ts'
import { openSmtpDoor, type SmtpDoor } from './smtp/smtp-server.ts'
import { createStatistics } from './statistics/statistics.ts'
import { openStore } from './store/store.ts'
import type { Store } from './store/index.ts'
import { Signer } from './tracking/signer.ts'
import { Tracking } from './tracking/tracking.ts'

export type { LoggedRequest } from './http/request-log.ts'
export type { SandboxOptions } from './base/options.ts'

export type Sandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  url: string
  /** `127.0.0.1:PORT`, or undefined when the SMTP door is off. */
  smtp: string | undefined
  credentials: { user: string; key: string }
  adminUrl: string
  adminToken: string
  control: Control
  clock: SandboxClock
  faults: Faults
  store: Store
  /** Lets everything due by now happen, and waits for the outbox and the relay. */
  settle: () => Promise<void>
  /** Hands over every request, readable; `onActivity` only tells that there were some, or that messages lived on. */
  onRequest: (listener: (entry: LoggedRequest) => void) => () => void
  onActivity: (listener: () => void) => () => void
  close: () => Promise<void>
}

const host = '127.0.0.1'

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(String(error), 'SandboxWarning'))
  const settings = serviceSettings(options)
  if (options.data !== undefined) mkdirSync(options.data, { recursive: true, mode: 0o700 })
  const store = openStore({ path: options.data === undefined ? ':memory:' : join(options.data, 'sandbox.sqlite') })
  const signer = new Signer(keptSecret(store, 'tracking-secret'))
  const adminToken = keptSecret(store, 'admin-token')
  const clock = new SandboxClock(store.settings, options.clock?.start)
  const scene = new Scene(store)
  const username = store.account()?.username ?? options.user ?? defaultUsername
  const key = options.key ?? firstKey(store) ?? newKey()
  const plant = (name: ScenarioName): void => {
    scene.plant(name, { now: clock.now(), username, key })
    keptSecret(store, 'tracking-secret', signer.secret)
    keptSecret(store, 'admin-token', adminToken)
    clock.save()
  }
  if (store.account() === null) plant(options.seed ?? 'empty')
  else setFirstKey(store, key, clock.now())
  if (options.clock?.running === false) clock.stop()

  const watchers = new Set<() => void>()
  const tellActivity = (): void => {
    for (const watcher of watchers) watcher()
  }
  let base = ''
  const linking = (): Links => ({ base, path: (tracked) => signer.path(tracked) })
  const engine = new Engine({
    store,
    clock,
    links: linking,
    maxMessageBytes: settings.maxMessageBytes,
    onError,
    planLife: (start, links) => scene.planLife(start, links),
    onLived: tellActivity,
    onAccepted(send, ids) {
      send.messages.forEach(({ email, state }, index) => {
        if (state !== undefined && state !== 'requested' && state !== 'scheduled') return
        outbox?.add(ids[index]!)
        relay?.add(ids[index]!, send.content.from.address, email)
      })
    },
  })
  const service: Service = {
    store,
    clock,
    engine,
    settings,
    keyRing: new KeyRing(store),
    statistics: createStatistics(store),
    exports: createExports(store),
  }
  const faults = new Faults()
  faults.set(options.faults ?? [])
  const log = new RequestLog({
    secrets: () => [adminToken, ...store.keys.list().map(({ key: secret }) => secret)],
    secretHeaders: [settings.keyHeader],
    now: () => clock.now(),
  })
  log.onChange(tellActivity)
  const control = new Control({ service, faults, log, links: linking, scene, plant })
  const source = (id: string): Buffer | undefined => control.source(id)
  const isBusy = (): boolean => engine.isBusy
  const outbox =
    options.data === undefined
      ? undefined
      : new Outbox({ folder: join(options.data, 'outbox'), source, isBusy, onError })
  // Loaded where it is wanted: the client half of nodemailer takes as long to load as everything else together.
  const { Relay } = options.relay === undefined ? {} : await import('./delivery/relay.ts')
  const relay = Relay && options.relay && new Relay({ ...options.relay, source, onError })

  const limits = { ...defaults.limits, ...options.limits }
  const budget = new Budget(limits.bodyBytes)
  const bodies = new Bodies(budget, limits)
  const reach = new Reach(options.hosts)
  const door = new HttpDoor({
    service,
    faults,
    log,
    bodies,
    reach,
    limits,
    onError,
    tracking: new Tracking(store, clock, signer),
    admin: new Admin({ control, log, token: adminToken, reach, bodies }),
  })
  let smtp: SmtpDoor | undefined
  try {
    await outbox?.open()
    const port = await listen(door.server, options.port ?? 0)
    base = `http://${host}:${port}`
    reach.listensOn(port)
    if (options.smtp !== false) {
      const smtpPort = typeof options.smtp === 'number' ? options.smtp : 0
      smtp = await openSmtpDoor({ service, log, budget, limits, host, port: smtpPort })
    }
  } catch (error) {
    await door.close()
    engine.close()
    store.close()
    throw error
  }

  const settle = async (): Promise<void> => {
    await engine.lifecycle.settle()
    await outbox?.settle()
    await relay?.settle()
  }
  const close = async (): Promise<void> => {
    await Promise.all([door.close(), smtp?.close()])
    engine.close()
    await outbox?.close()
    await relay?.close()
    store.close()
  }
  let closed: Promise<void> | undefined
  return {
    url: `${base}/v1`,
    smtp: smtp && `${host}:${smtp.port}`,
    credentials: { user: username, key },
    adminUrl: `${base}/admin`,
    adminToken,
    control,
    clock,
    faults,
    store,
    settle,
    onRequest: (listener) => log.onRequest(listener),
    onActivity(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    close: () => (closed ??= close()),
  }
}

function serviceSettings(options: SandboxOptions): ServiceSettings {
  const { user, key } = options.headerNames ?? defaults.headerNames
  return {
    strict: options.strict ?? false,
    userHeader: user.toLowerCase(),
    keyHeader: key.toLowerCase(),
    prefix: (options.prefix ?? defaults.prefix).toUpperCase(),
    maxMessageBytes: options.maxMessageBytes ?? defaults.maxMessageBytes,
    maxRecipients: options.maxRecipients ?? defaults.maxRecipients,
  }
}

/** Kept with the data: links of messages sent earlier still work, and so does a test that uses the controls. */
function keptSecret({ settings }: Store, name: 'tracking-secret' | 'admin-token', wanted?: string): string {
  const secret = wanted ?? settings.get(name) ?? randomBytes(32).toString('base64url')
  settings.set(name, secret)
  return secret
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // 10,000 clients may knock at once; the kernel cuts the number down to what it allows.
    server.listen({ port, host, backlog: 16_384 }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
