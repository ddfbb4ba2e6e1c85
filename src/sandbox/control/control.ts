import type { Fault } from '#shared/contract/base/faults.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { KeptNames } from '../access/kept-names.ts'
import type { ClockState, ClockUnit } from '../base/clock.ts'
import { Listeners } from '../base/listeners.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { Faults } from '../faults/faults.ts'
import type { LoggedRequest, RequestLog, RequestSummary } from '../http/request-log.ts'
import type { Links } from '../mail/render.ts'
import { wireMessage } from '../operations/messages.ts'
import { wireKey } from '../operations/api-keys.ts'
import type { Service } from '../operations/service.ts'
import type { CurrentScenario } from '../scenarios/current-scenario.ts'
import type { SnapshotContent } from '../snapshots/snapshot-file.ts'
import { Snapshots, type SnapshotsNeeds } from '../snapshots/snapshots.ts'
import type { Certificates } from '../tls/certificates.ts'
import type { KeptReceiver } from '../replies/kept-receiver.ts'
import { ReplyControls } from '../replies/reply-controls.ts'
import { WebhookControls } from '../webhooks/webhook-controls.ts'
import { replay, type Replayed } from './replay.ts'
import { OutboxReader } from './outbox-reader.ts'
import type { ControlChange, KeyChange, SandboxState } from './types.ts'

export type ControlNeeds = Pick<SnapshotsNeeds, 'folder' | 'working'> & {
  service: Service
  faults: Faults
  log: RequestLog
  links: () => Links
  scenario: CurrentScenario
  names: KeptNames
  certificates: Certificates
  receiver: KeptReceiver
  onReply: () => void
  replyMilliseconds: number
  onError: (error: unknown) => void
  /** Replaces the store’s entire content with a scenario. */
  fill: (name: ScenarioName) => void
  /** Replaces the store’s entire content with that of a snapshot. */
  takeOver: (content: SnapshotContent) => void
}

/** All of the sandbox’s controls, for the admin paths, the worker and tests. */
export class Control extends OutboxReader {
  readonly webhooks: WebhookControls
  readonly snapshots: Snapshots
  readonly replies: ReplyControls
  readonly #needs: ControlNeeds
  readonly #listeners = new Listeners<[ControlChange]>()
  #resets = 0

  constructor(needs: ControlNeeds) {
    super(needs.service.store, needs.links)
    this.#needs = needs
    this.webhooks = new WebhookControls(needs.service)
    const { store, clock } = needs.service
    this.snapshots = new Snapshots({
      ...needs,
      store,
      clock,
      takeOver: (content) => this.#takeOver(content),
      onChange: () => this.#listeners.emit('snapshots'),
    })
    this.replies = new ReplyControls({
      ...needs,
      store,
      clock,
      sourcePieces: (id) => this.sourcePieces(id),
      onControlled: () => this.#listeners.emit('replies'),
    })
    needs.faults.onUsedUp = () => this.#listeners.emit('faults')
  }

  onChange(listener: (change: ControlChange) => void): () => void {
    return this.#listeners.add(listener)
  }

  state(): SandboxState {
    const { store, settings, clock } = this.#needs.service
    return {
      scenario: this.#needs.scenario.name,
      resets: this.#resets,
      strict: settings.strict,
      ...this.#needs.names.all,
      messages: store.messages.count(),
      faults: this.faults().map(({ kind }) => kind),
      clock: clock.state(),
    }
  }

  /** Newest first. If `own` is false, Mailroom’s own calls are left out. */
  requests({ own }: { own: boolean } = { own: true }): LoggedRequest[] {
    return this.#needs.log.entries(own)
  }

  /** Like `requests`, without headers and bodies. */
  requestList({ own }: { own: boolean }): RequestSummary[] {
    return this.#needs.log.summaries(own)
  }

  request(id: number): LoggedRequest | undefined {
    return this.#needs.log.find(id)
  }

  /** Returns the number of the call that created a message, or null if the log doesn’t show which one it was. */
  requestOf(messageId: string): number | null {
    return this.#needs.log.makerOf(messageId) ?? null
  }

  replay(id: number): Promise<Replayed> {
    return replay(this.#needs.log, id, this.#needs.links().base)
  }

  clearRequests(): void {
    this.#needs.log.clear()
    this.#listeners.emit('requests')
  }

  faults(): Fault[] {
    return this.#needs.faults.list()
  }

  setFaults(faults: readonly Fault[]): Fault[] {
    this.#needs.faults.set(faults)
    this.#listeners.emit('faults')
    return this.faults()
  }

  /** Returns messages that are new or have changed since the last call, in the form in which the service lists them. */
  takeChanges(limit: number): ReturnType<typeof wireMessage>[] {
    const { store, settings } = this.#needs.service
    const changed = store.messages.atRows(store.messages.changed.take(limit))
    return changed.map((message) => wireMessage(message, settings.strict))
  }

  clock(): ClockState {
    return this.#needs.service.clock.state()
  }

  async advance(by: number | ClockUnit): Promise<ClockState> {
    const { clock, engine, webhookCaller } = this.#needs.service
    clock.advance(by)
    await engine.lifecycle.settle()
    await Promise.all([webhookCaller.settle(), this.replies.settle()])
    this.#listeners.emit('clock')
    return clock.state()
  }

  setRunning(running: boolean): ClockState {
    const { clock } = this.#needs.service
    if (running) clock.run()
    else clock.stop()
    this.#listeners.emit('clock')
    return clock.state()
  }

  reset(scenario: ScenarioName): SandboxState {
    const { faults, service, fill } = this.#needs
    service.engine.flush()
    service.clock.reset(() => fill(scenario))
    faults.clear()
    this.#replaced()
    return this.state()
  }

  #takeOver(content: SnapshotContent): void {
    const { faults, service, takeOver } = this.#needs
    service.engine.flush()
    takeOver(content)
    faults.set(content.header.faults)
    this.#replaced()
  }

  /** Drops everything derived from the previous content and announces the change. */
  #replaced(): void {
    const { log, service } = this.#needs
    log.clear()
    service.keyRing.clear()
    service.credits.forget()
    service.engine.lifecycle.wake()
    service.webhookCaller.reset()
    this.replies.reset()
    this.#resets++
    this.#listeners.emit('reset')
  }

  credits(): { credits: number } {
    return { credits: this.#needs.service.credits.left() }
  }

  /** Sets the number of credits left this month, for testing an account that runs out. */
  setCredits(left: number): { credits: number } {
    this.#needs.service.credits.leave(left)
    return this.credits()
  }

  names(): ServiceNames {
    return this.#needs.names.all
  }

  /** The names apply from the next call on. */
  setNames(names: ServiceNames): ServiceNames {
    this.#needs.names.set(names)
    this.#listeners.emit('names')
    return this.names()
  }

  /** Returns the certificate of the sandbox’s authority as PEM, for programs that should trust it. */
  certificate(): string {
    return this.#needs.certificates.authority
  }

  keys(): ReturnType<typeof wireKey>[] {
    return this.#needs.service.store.keys.list().map(wireKey)
  }

  changeKey(id: string, change: KeyChange): ReturnType<typeof wireKey> | undefined {
    const { store, clock, keyRing } = this.#needs.service
    const key = store.keys.update(id, { ...change, updatedAt: clock.now() })
    keyRing.clear()
    this.#listeners.emit('keys')
    return key === null ? undefined : wireKey(key)
  }
}
