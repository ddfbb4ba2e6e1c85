import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { Admin } from './admin/admin.ts'
import { removeAdminFile, writeAdminFile } from './admin/admin-file.ts'
import type { SandboxClock } from './base/clock.ts'
import { defaults, type SandboxOptions } from './base/options.ts'
import type { Control } from './control/control.ts'
import { Delivery } from './delivery/delivery.ts'
import { ZoneServer } from './dns/zone-server.ts'
import type { Faults } from './faults/faults.ts'
import { AllowedHosts } from './http/allowed-hosts.ts'
import { BodyReceiver } from './http/body-receiver.ts'
import { Budget } from './http/budget.ts'
import type { LoggedRequest } from './http/request-log.ts'
import type { Outbox } from './outbox/outbox.ts'
import { SandboxData } from './sandbox-data.ts'
import { createSandboxParts, type SandboxParts } from './sandbox-parts.ts'
import type { Forks, StartFork } from './snapshots/forks.ts'
import { firstContent } from './snapshots/first-content.ts'
import type { SnapshotContent } from './snapshots/snapshot-file.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import { WorkingFolder } from './snapshots/working-folder.ts'
import { HttpServer } from './server/http-server.ts'
import { SmtpServer } from './smtp/smtp-server.ts'
import type { Store } from './store/index.ts'
import { Tracking } from './tracking/tracking.ts'

export type { SandboxOptions } from './base/options.ts'
export type { LoggedRequest } from './http/request-log.ts'

export type Sandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  url: string
  /** `127.0.0.1:PORT`, or undefined without an SMTP server. */
  smtp: string | undefined
  /** The last run’s SMTP port if another program has it now; otherwise null. */
  smtpMovedFrom: number | null
  /** `127.0.0.1:PORT`, which serves the records of the sandbox’s domains. */
  dns: string
  credentials: { user: string; key: string }
  adminUrl: string
  adminToken: string
  control: Control
  /** The sent messages, for tests: lists them and waits for them. */
  outbox: Outbox
  clock: SandboxClock
  faults: Faults
  snapshots: Snapshots
  /** Further sandboxes that begin with a copy of this one or of a snapshot. */
  forks: Forks<Sandbox>
  store: Store
  /** Carries out every planned step that is due, and waits for webhooks, the outbox and the relay. */
  settle: () => Promise<void>
  /** Emits every request in readable form. `onActivity` only reports that there were requests or new message states. */
  onRequest: (listener: (entry: LoggedRequest) => void) => () => void
  onActivity: (listener: () => void) => () => void
  close: () => Promise<void>
}

const host = '127.0.0.1'

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const working = new WorkingFolder(options.data)
  const { snapshot, data } = options
  const content = snapshot === undefined ? undefined : await firstContent(snapshot, { data, working })
  return start(options, { working, content })
}

type Beginning = { working: WorkingFolder; content: SnapshotContent | undefined }

async function start(options: SandboxOptions, { working, content }: Beginning): Promise<Sandbox> {
  const data = new SandboxData(options, content)
  const startFork: StartFork<Sandbox> = (given, forked) =>
    start(given, { working: new WorkingFolder(undefined), content: forked })
  const parts = createSandboxParts(options, { data, working, startFork })
  parts.faults.set(options.faults ?? content?.header.faults ?? [])
  const { service, log, control, activity } = parts
  const { store, clock, credentials, adminToken } = data
  const { engine, webhookCaller } = service
  let servers: Servers | undefined
  try {
    servers = await startServers(options, data, parts)
    parts.delivery = await Delivery.open({
      data: options.data,
      relay: options.relay,
      source: (id) => control.source(id),
      sourcePieces: (id) => control.sourcePieces(id),
      isBusy: () => engine.isBusy,
      onError: parts.onError,
    })
    webhookCaller.open()
    if (options.data !== undefined) writeAdminFile(options.data, { adminUrl: `${servers.base}/admin`, adminToken })
  } catch (error) {
    await servers?.close()
    await webhookCaller.close()
    engine.close()
    store.close()
    throw error
  }
  const { base, smtp, smtpMovedFrom, dns, close: closeServers } = servers
  const close = async (): Promise<void> => {
    if (options.data !== undefined) removeAdminFile(options.data)
    await parts.outbox.close()
    await Promise.all([closeServers(), webhookCaller.close(), control.snapshots.close()])
    await parts.forks.close()
    engine.close()
    await parts.delivery?.close()
    store.close()
    working.close()
  }
  let closed: Promise<void> | undefined
  return {
    url: `${base}/v1`,
    smtp,
    smtpMovedFrom,
    dns,
    credentials,
    adminUrl: `${base}/admin`,
    adminToken,
    control,
    outbox: parts.outbox,
    clock,
    faults: parts.faults,
    snapshots: control.snapshots,
    forks: parts.forks,
    store,
    async settle() {
      await engine.lifecycle.settle()
      await webhookCaller.settle()
      await parts.delivery?.settle()
    },
    onRequest: (listener) => log.requests.add(listener),
    onActivity: (listener) => activity.add(listener),
    close: () => (closed ??= close()),
  }
}

type Servers = {
  base: string
  smtp: string | undefined
  smtpMovedFrom: number | null
  dns: string
  close: () => Promise<void>
}

async function startServers(
  options: SandboxOptions,
  data: SandboxData,
  parts: SandboxParts<Sandbox>,
): Promise<Servers> {
  const { service, faults, log, control, outbox, forks, onError } = parts
  const limits = { ...defaults.limits, ...options.limits }
  const budget = new Budget(limits.bodyBytes)
  const bodies = new BodyReceiver(budget, limits)
  const allowedHosts = new AllowedHosts(options.hosts)
  const { certificates } = data
  const http = new HttpServer({
    service,
    faults,
    log,
    bodies,
    allowedHosts,
    certificates,
    limits,
    onError,
    tracking: new Tracking({
      store: data.store,
      clock: data.clock,
      signer: data.signer,
      onEvent: () => outbox.changed(),
    }),
    admin: new Admin({ control, outbox, forks, log, token: data.adminToken, allowedHosts, bodies }),
  })
  const zoneServer = new ZoneServer(() => data.store.domains.list())
  try {
    const port = await listen(http.server, options.port ?? 0)
    const dns = await zoneServer.listen(host)
    const close = async () => void (await Promise.all([http.close(), zoneServer.close()]))
    parts.base = `http://${host}:${port}`
    allowedHosts.setPort(port)
    if (options.smtp === false) return { base: parts.base, smtp: undefined, smtpMovedFrom: null, dns, close }
    const smtp = new SmtpServer({
      ...service,
      log,
      budget,
      limits,
      certificates,
      announcesTls: options.announcesTls ?? false,
    })
    const open = (on: number): Promise<number> => smtp.listen(host, on)
    const smtpPlace =
      typeof options.smtp === 'number'
        ? { port: await open(options.smtp), movedFrom: null }
        : await data.smtpPort.listen(open)
    return {
      base: parts.base,
      smtp: `${host}:${smtpPlace.port}`,
      smtpMovedFrom: smtpPlace.movedFrom,
      dns,
      close: async () => void (await Promise.all([close(), smtp.close()])),
    }
  } catch (error) {
    await Promise.all([http.close(), zoneServer.close()])
    throw error
  }
}

async function listen(server: Server, port: number): Promise<number> {
  // 10,000 clients may connect at the same time; the kernel lowers the number to its own limit.
  server.listen({ port, host, backlog: 16_384 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
