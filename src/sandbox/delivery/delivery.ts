import { join } from 'node:path'
import type { RelayOptions } from '../base/options.ts'
import type { NewSend } from '../store/index.ts'
import { OutboxFolder } from './outbox-folder.ts'
import type { Relay } from './relay.ts'

export type DeliveryNeeds = {
  /** Data folder of the sandbox; without one there is no outbox folder. */
  data: string | undefined
  relay: RelayOptions | undefined
  /** The message as it went out. */
  source: (id: string) => Buffer | undefined
  /** True while a caller waits for a send to be stored. */
  isBusy: () => boolean
  onError: (error: unknown) => void
}

/** What happens to an accepted message apart from the store: a file in the outbox folder, and the relay if there is one. */
export class Delivery {
  readonly #outbox: OutboxFolder | undefined
  readonly #relay: Relay | undefined

  constructor({ outbox, relay }: { outbox: OutboxFolder | undefined; relay: Relay | undefined }) {
    this.#outbox = outbox
    this.#relay = relay
  }

  static async open({ data, relay: options, source, isBusy, onError }: DeliveryNeeds): Promise<Delivery> {
    const outbox =
      data === undefined ? undefined : new OutboxFolder({ folder: join(data, 'outbox'), source, isBusy, onError })
    await outbox?.open()
    const relay = options && (await openRelay({ ...options, source, onError }))
    return new Delivery({ outbox, relay })
  }

  add(send: NewSend, ids: readonly string[]): void {
    send.messages.forEach(({ email, state }, index) => {
      if (state !== undefined && state !== 'requested' && state !== 'scheduled') return
      this.#outbox?.add(ids[index]!)
      this.#relay?.add(ids[index]!, send.content.from.address, email)
    })
  }

  async settle(): Promise<void> {
    await this.#outbox?.settle()
    await this.#relay?.settle()
  }

  async close(): Promise<void> {
    await this.#outbox?.close()
    await this.#relay?.close()
  }
}

/** Loaded on demand: the client half of nodemailer takes as long to load as everything else together. */
async function openRelay(options: ConstructorParameters<typeof Relay>[0]): Promise<Relay> {
  const module = await import('./relay.ts')
  return new module.Relay(options)
}
