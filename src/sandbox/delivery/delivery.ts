import { join } from 'node:path'
import type { RelayOptions } from '../base/options.ts'
import type { MessageRecord, NewSend } from '../store/index.ts'
import { OutboxFolder, type OutboxNeeds } from './outbox-folder.ts'
import type { Relay } from './relay.ts'

export type DeliveryNeeds = Omit<OutboxNeeds, 'folder'> & {
  /** The source of a sent message, for the relay. */
  source: (id: string) => Buffer | undefined
  /** The sandbox’s data folder. It contains the outbox folder. Without it, messages are not written to files. */
  data: string | undefined
  relay: RelayOptions | undefined
}

type Target = Pick<Relay, 'add' | 'settle' | 'close'>

type Passed = Pick<MessageRecord, 'id' | 'from' | 'email'>

/**
 * Passes messages on: to files in the outbox folder and, if there is a relay, to real recipients. Accepted messages are
 * passed on at once, except those that wait for credits.
 */
export class Delivery {
  #targets: readonly Target[] = []
  /** Messages from before the delivery is opened. */
  #early: Passed[] | undefined = []

  async open({ data, relay, ...needs }: DeliveryNeeds): Promise<void> {
    const targets: Target[] = []
    if (data !== undefined) {
      const outbox = new OutboxFolder({ folder: join(data, 'outbox'), ...needs })
      await outbox.open()
      targets.push(outbox)
    }
    if (relay !== undefined) {
      // Loaded on demand: nodemailer’s client half takes as long to load as everything else together.
      const { Relay } = await import('./relay.ts')
      targets.push(new Relay({ ...relay, ...needs }))
    }
    this.#targets = targets
    const early = this.#early ?? []
    this.#early = undefined
    for (const message of early) this.#pass(message)
  }

  add(send: NewSend, ids: readonly string[]): void {
    send.messages.forEach(({ email, state }, index) => {
      if (state !== undefined && state !== 'requested' && state !== 'scheduled') return
      this.#pass({ id: ids[index]!, from: send.content.from.address, email })
    })
  }

  /** Adds messages that waited for credits. */
  addReleased(messages: readonly Passed[]): void {
    for (const message of messages) this.#pass(message)
  }

  async settle(): Promise<void> {
    for (const target of this.#targets) await target.settle()
  }

  async close(): Promise<void> {
    for (const target of this.#targets) await target.close()
  }

  #pass(message: Passed): void {
    this.#early?.push(message)
    for (const target of this.#targets) target.add(message.id, message.from, message.email)
  }
}
