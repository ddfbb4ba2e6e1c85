import PostalMime, { type Email } from 'postal-mime'
import type { Fault } from '#shared/domain/sandbox/fault.ts'
import type { ClockState, ClockUnit } from '../base/clock.ts'
import { composeBytes, type ComposeInput } from '../mail/compose.ts'
import type { Links } from '../mail/render.ts'
import type { Faults } from '../faults/faults.ts'
import type { LoggedRequest, RequestLog } from '../http/request-log.ts'
import { wireKey } from '../operations/api-keys.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { Scene } from '../scenarios/current-scenario.ts'
import type { Service } from '../operations/service.ts'
import type { ApiKey, MessageState } from '../store/index.ts'

export type OutboxEntry = {
  id: string
  /** Epoch milliseconds of the sandbox. */
  createdDate: number
  from: string
  email: string
  subject: string
  size: number
  lastState: MessageState
}

export type OutboxMessage = OutboxEntry & {
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { index: number; filename: string; contentType: string; size: number; contentId: string | null }[]
}

export type SandboxState = {
  scenario: ScenarioName
  /** How often everything was replaced since the start: what was looked at before is gone. */
  resets: number
  strict: boolean
  messages: number
  clock: ClockState
}

export type KeyChange = Partial<Pick<ApiKey, 'enabled' | 'iPFilterEnabled' | 'allowedIPs' | 'description'>>

/** What somebody changed at the controls, by whichever way. */
export type ControlChange = 'requests' | 'faults' | 'clock' | 'keys' | 'reset'

type Parts = {
  service: Service
  faults: Faults
  log: RequestLog
  links: () => Links
  scene: Scene
  plant: (name: ScenarioName) => void
}

/** Everything the people at the sandbox's own controls can do: the admin paths, the worker and tests use this. */
export class Control {
  readonly #parts: Parts
  #resets = 0
  readonly #listeners = new Set<(change: ControlChange) => void>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  onChange(listener: (change: ControlChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state(): SandboxState {
    const { store, settings, clock } = this.#parts.service
    return {
      scenario: this.#parts.scene.name,
      resets: this.#resets,
      strict: settings.strict,
      messages: store.messages.count(),
      clock: clock.state(),
    }
  }

  /** Newest first; without those of Mailroom itself where `own` is false. */
  requests({ own }: { own: boolean } = { own: true }): LoggedRequest[] {
    return this.#parts.log.entries(own)
  }

  clearRequests(): void {
    this.#parts.log.clear()
    this.#tell('requests')
  }

  faults(): Fault[] {
    return this.#parts.faults.list()
  }

  setFaults(faults: readonly Fault[]): Fault[] {
    this.#parts.faults.set(faults)
    this.#tell('faults')
    return this.faults()
  }

  clock(): ClockState {
    return this.#parts.service.clock.state()
  }

  async advance(by: number | ClockUnit): Promise<ClockState> {
    const { clock, engine } = this.#parts.service
    clock.advance(by)
    await engine.lifecycle.settle()
    this.#tell('clock')
    return clock.state()
  }

  setRunning(running: boolean): ClockState {
    const { clock } = this.#parts.service
    if (running) clock.run()
    else clock.stop()
    this.#tell('clock')
    return clock.state()
  }

  /** Everything the sandbox holds is replaced by the scenario. */
  reset(scenario: ScenarioName): SandboxState {
    const { faults, log, service, plant } = this.#parts
    faults.clear()
    log.clear()
    service.clock.reset()
    plant(scenario)
    service.keyRing.forget()
    service.engine.lifecycle.wake()
    this.#resets++
    this.#tell('reset')
    return this.state()
  }

  keys(): ReturnType<typeof wireKey>[] {
    return this.#parts.service.store.keys.list().map(wireKey)
  }

  changeKey(id: string, change: KeyChange): ReturnType<typeof wireKey> | undefined {
    const { store, clock, keyRing } = this.#parts.service
    const key = store.keys.update(id, { ...change, updatedAt: clock.now() })
    keyRing.forget()
    this.#tell('keys')
    return key === null ? undefined : wireKey(key)
  }

  outbox(limit: number, before?: string): OutboxEntry[] {
    return this.#parts.service.store.messages
      .newest(limit, before)
      .map(({ id, createdDate, from, email, subject, size, lastState }) => ({
        id,
        createdDate,
        from,
        email,
        subject,
        size,
        lastState,
      }))
  }

  /** The message byte for byte as it went out. */
  source(id: string): Buffer | undefined {
    const input = this.#composeInput(id)
    return input && composeBytes(input, this.#parts.links())
  }

  async message(id: string): Promise<OutboxMessage | undefined> {
    const source = this.source(id)
    const record = this.#parts.service.store.messages.detail(id)
    if (source === undefined || record === null) return undefined
    const parsed = await parse(source)
    const { createdDate, from, email, subject, size, lastState } = record
    return {
      id,
      createdDate,
      from,
      email,
      subject,
      size,
      lastState,
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      attachments: parsed.attachments.map((part, index) => ({
        index,
        filename: part.filename ?? '',
        contentType: part.mimeType,
        size: bytesOf(part.content).length,
        contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
      })),
    }
  }

  async attachment(id: string, index: number): Promise<{ contentType: string; bytes: Buffer } | undefined> {
    const source = this.source(id)
    const part = source && (await parse(source)).attachments[index]
    return part && { contentType: part.mimeType, bytes: bytesOf(part.content) }
  }

  #tell(change: ControlChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  #composeInput(id: string): ComposeInput | undefined {
    const found = this.#parts.service.store.messages.source(id)
    if (found === null) return undefined
    const { email, personalName, createdDate, values, send } = found
    return { id, email, personalName, createdDate, values, content: send.content }
  }
}

/** What was sent was composed here: its head may be as long as it is. */
function parse(source: Buffer): Promise<Email> {
  return PostalMime.parse(source, { maxHeadersSize: source.length })
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.length)
}
