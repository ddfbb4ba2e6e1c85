import { join } from 'node:path'
import type { RelayOptions } from '../base/options.ts'
import type { NewSend } from '../store/index.ts'
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

/** Passes accepted messages on: to files in the outbox folder and, if there is a relay, to real recipients. */
export class Delivery {
  readonly #targets: readonly Target[]

  constructor(targets: readonly Target[]) {
    this.#targets = targets
  }

  static async open({ data, relay, ...needs }: DeliveryNeeds): Promise<Delivery> {
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
    return new Delivery(targets)
  }

  add(send: NewSend, ids: readonly string[]): void {
    send.messages.forEach(({ email, state }, index) => {
      if (state !== undefined && state !== 'requested' && state !== 'scheduled') return
      for (const target of this.#targets) target.add(ids[index]!, send.content.from.address, email)
    })
  }

  async settle(): Promise<void> {
    for (const target of this.#targets) await target.settle()
  }

  async close(): Promise<void> {
    for (const target of this.#targets) await target.close()
  }
}
