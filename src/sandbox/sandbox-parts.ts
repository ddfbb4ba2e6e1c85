import { join } from 'node:path'
import { KeyRing } from './access/key-ring.ts'
import { Listeners } from './base/listeners.ts'
import { defaults, serviceSettings, type SandboxOptions } from './base/options.ts'
import { Control } from './control/control.ts'
import { Delivery } from './delivery/delivery.ts'
import { Credits } from './engine/credits.ts'
import { Engine } from './engine/engine.ts'
import { createExports } from './exports/exports.ts'
import { Faults } from './faults/faults.ts'
import { RequestLog } from './http/request-log.ts'
import type { Links } from './mail/render.ts'
import type { Service } from './operations/service.ts'
import { Outbox } from './outbox/outbox.ts'
import type { SandboxData } from './sandbox-data.ts'
import { Forks, type ForkedSandbox, type StartFork } from './snapshots/forks.ts'
import { SnapshotFolder } from './snapshots/snapshot-folder.ts'
import type { WorkingFolder } from './snapshots/working-folder.ts'
import { Statistics } from './statistics/statistics.ts'
import { WebhookCaller } from './webhooks/webhook-caller.ts'

export type SandboxParts<Forked extends ForkedSandbox> = {
  service: Service
  faults: Faults
  log: RequestLog
  control: Control
  outbox: Outbox
  forks: Forks<Forked>
  activity: Listeners
  onError: (error: unknown) => void
  /** `http://127.0.0.1:PORT`; empty until the server listens. */
  base: string
  delivery: Delivery
}

type PartsNeeds<Forked> = { data: SandboxData; working: WorkingFolder; startFork: StartFork<Forked> }

/** Creates all parts that don’t need a port. */
export function createSandboxParts<Forked extends ForkedSandbox>(
  options: SandboxOptions,
  { data, working, startFork }: PartsNeeds<Forked>,
): SandboxParts<Forked> {
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(String(error), 'SandboxWarning'))
  const settings = serviceSettings(options, data.names)
  const { store, clock, scenario, signer } = data
  const activity = new Listeners()
  if (options.keepsChanges) store.messages.changed.watch(() => activity.emit())
  const links = (): Links => ({ base: parts.base, path: (tracked) => signer.path(tracked) })
  const statistics = new Statistics(store)
  const credits = new Credits({ settings: store.settings, clock, statistics })
  const engine = new Engine({
    store,
    clock,
    credits,
    links,
    maxMessageBytes: settings.maxMessageBytes,
    planLife: (start, found) => scenario.planLife(start, found),
    onSteps(released) {
      if (released.length > 0) parts.delivery.addReleased(store.messages.atRows(released))
      activity.emit()
      parts.outbox.changed()
    },
    onAccepted(send, ids) {
      parts.delivery.add(send, ids)
      parts.outbox.accepted(ids)
    },
    onError,
  })
  const service = createService({ store, clock, engine, settings, statistics, credits }, onError)
  const faults = new Faults()
  const log = createLog(data)
  log.changes.add(() => activity.emit())
  const folder = new SnapshotFolder(options.snapshots ?? (options.data && join(options.data, 'snapshots')))
  const control = new Control({
    service,
    faults,
    log,
    links,
    scenario,
    names: data.names,
    certificates: data.certificates,
    receiver: data.receiver,
    onReply: () => activity.emit(),
    replyMilliseconds: options.limits?.replyMilliseconds ?? defaults.limits.replyMilliseconds,
    onError,
    fill: (name) => data.fill(name),
    takeOver: (content) => data.takeOver(content),
    folder,
    working,
  })
  const outbox = new Outbox(store, control)
  const { snapshots } = control
  const start: StartFork<Forked> = (given, content) =>
    startFork({ ...optionsOfForks(options, data), ...given }, content)
  const forks = new Forks({ snapshots, folder, working, start })
  const parts: SandboxParts<Forked> = {
    service,
    faults,
    log,
    control,
    outbox,
    forks,
    activity,
    onError,
    base: '',
    delivery: new Delivery(),
  }
  return parts
}

type ServiceParts = Omit<Service, 'keyRing' | 'exports' | 'webhookCaller'>

function createService(given: ServiceParts, onError: (error: unknown) => void): Service {
  const { store, clock, settings } = given
  return {
    ...given,
    keyRing: new KeyRing(store),
    exports: createExports(store),
    webhookCaller: new WebhookCaller({ store, clock, webhookHosts: settings.webhookHosts, onError }),
  }
}

function createLog({ store, clock, adminToken, names, requestNumbers }: SandboxData): RequestLog {
  return new RequestLog({
    secrets: () => [adminToken, ...store.keys.list().map(({ key: secret }) => secret)],
    secretHeaders: names.keyHeaders,
    now: () => clock.now(),
    numbers: requestNumbers,
  })
}

const sharedWithForks = [
  'strict',
  'hosts',
  'listen',
  'webhookHosts',
  'announcesTls',
  'maxMessageBytes',
  'maxRecipients',
  'limits',
  'seed',
  'snapshots',
  'onError',
] as const satisfies readonly (keyof SandboxOptions)[]

/** A fork has the key and names of its sandbox, but other ports. It keeps no data and delivers no mail. */
function optionsOfForks(options: SandboxOptions, { credentials, names, receiver }: SandboxData): SandboxOptions {
  const shared = sharedWithForks.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]))
  const own = { ...credentials, ...names.all, repliesTo: receiver.address, smtp: options.smtp !== false }
  const ports = options.smtpsPort === undefined ? {} : { smtpsPort: 0 }
  return { ...Object.fromEntries(shared), ...own, ...ports }
}
