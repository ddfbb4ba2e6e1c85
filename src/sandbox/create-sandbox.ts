import { removeAdminFile, writeAdminFile } from './admin/admin-file.ts'
import type { SandboxClock } from './base/clock.ts'
import type { SandboxOptions } from './base/options.ts'
import type { Control } from './control/control.ts'
import type { Faults } from './faults/faults.ts'
import type { LoggedRequest } from './http/request-log.ts'
import { listenProblem } from './listen/listen-options.ts'
import type { Outbox } from './outbox/outbox.ts'
import { receiverOf } from './replies/kept-receiver.ts'
import { SandboxData } from './sandbox-data.ts'
import { createSandboxParts } from './sandbox-parts.ts'
import type { Forks, StartFork } from './snapshots/forks.ts'
import { firstContent } from './snapshots/first-content.ts'
import type { SnapshotContent } from './snapshots/snapshot-file.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import { WorkingFolder } from './snapshots/working-folder.ts'
import type { Store } from './store/index.ts'
import { startSandboxServers, type SandboxServers } from './sandbox-servers.ts'

export type { SandboxOptions } from './base/options.ts'
export type { LoggedRequest } from './http/request-log.ts'

export type Sandbox = {
  /** `http://127.0.0.1:PORT/v1` */
  url: string
  /** `127.0.0.1:PORT`, or undefined without an SMTP server. */
  smtp: string | undefined
  /** The SMTP port of the last run if another program is using it now; otherwise null. */
  smtpMovedFrom: number | null
  /** `127.0.0.1:PORT` for SMTP that begins with TLS, or undefined without `smtpsPort`. */
  smtps: string | undefined
  /** The addresses other than 127.0.0.1 at which the sandbox can be reached because of `listen`. */
  addresses: readonly string[]
  /** The address (`127.0.0.1:PORT`) of the DNS server with the records of the sandbox’s domains. */
  dns: string
  credentials: { user: string; key: string }
  adminUrl: string
  adminToken: string
  control: Control
  /** The sent messages, for tests that list them or wait for one. */
  outbox: Outbox
  clock: SandboxClock
  faults: Faults
  snapshots: Snapshots
  /** Further sandboxes that each begin with a copy of this one or of a snapshot. */
  forks: Forks<Sandbox>
  store: Store
  /** Carries out every planned step that is due, and waits for webhooks, replies, the outbox folder and the relay. */
  settle: () => Promise<void>
  /**
   * Calls `listener` with every request in readable form. `onActivity` is cheaper: it only says that requests or new
   * states of messages have arrived.
   */
  onRequest: (listener: (entry: LoggedRequest) => void) => () => void
  onActivity: (listener: () => void) => () => void
  close: () => Promise<void>
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const problem = listenProblem(options, { listen: 'The “listen” option', token: 'the “adminToken” option' })
  if (problem !== undefined) throw new TypeError(problem)
  if (options.repliesTo != null) receiverOf(options.repliesTo)
  if (options.smtp === false && options.smtpsPort !== undefined) {
    throw new TypeError('The “smtpsPort” option needs the SMTP server. Leave out “smtp: false”.')
  }
  const working = new WorkingFolder(options.data)
  const { snapshot, data } = options
  try {
    const content = snapshot === undefined ? undefined : await firstContent(snapshot, { data, working })
    return await start(options, { working, content })
  } catch (error) {
    working.close()
    throw error
  }
}

type Beginning = { working: WorkingFolder; content: SnapshotContent | undefined }

async function start(options: SandboxOptions, { working, content }: Beginning): Promise<Sandbox> {
  const data = SandboxData.open(options, content)
  const startFork: StartFork<Sandbox> = (given, forked) =>
    start(given, { working: new WorkingFolder(undefined), content: forked })
  const parts = createSandboxParts(options, { data, working, startFork })
  parts.faults.set(options.faults ?? content?.header.faults ?? [])
  const { service, log, control, activity } = parts
  const { store, clock, credentials, adminToken } = data
  const { engine, webhookCaller } = service
  let servers: SandboxServers | undefined
  try {
    servers = await startSandboxServers(options, data, parts)
    await parts.delivery.open({
      data: options.data,
      relay: options.relay,
      source: (id) => control.source(id),
      sourcePieces: (id) => control.sourcePieces(id),
      isBusy: () => engine.isBusy,
      onError: parts.onError,
    })
    webhookCaller.open()
    if (options.data !== undefined) writeAdminFile(options.data, { adminUrl: `${servers.base}/admin`, adminToken })
    await control.replies.open()
  } catch (error) {
    await servers?.close()
    await Promise.all([webhookCaller.close(), control.replies.close()])
    engine.close()
    store.close()
    throw error
  }
  const { base, smtp, smtpMovedFrom, smtps, addresses, dns, close: closeServers } = servers
  const close = async (): Promise<void> => {
    if (options.data !== undefined) removeAdminFile(options.data)
    await parts.outbox.close()
    await Promise.all([closeServers(), webhookCaller.close(), control.replies.close(), control.snapshots.close()])
    await parts.forks.close()
    engine.close()
    await parts.delivery.close()
    store.close()
    working.close()
  }
  let closed: Promise<void> | undefined
  return {
    url: `${base}/v1`,
    smtp,
    smtpMovedFrom,
    smtps,
    addresses,
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
      await Promise.all([webhookCaller.settle(), control.replies.settle()])
      await parts.delivery.settle()
    },
    onRequest: (listener) => log.requests.add(listener),
    onActivity: (listener) => activity.add(listener),
    close: () => (closed ??= close()),
  }
}
