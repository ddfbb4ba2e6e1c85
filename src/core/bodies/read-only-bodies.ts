import type { SentMessage } from '#shared/contract/messages.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Channel } from '../base/threads/channel.ts'
import { openBodiesThread } from './account-bodies.ts'
import type { BodiesReaderMethods } from './store/methods.ts'

type ReadOnlyBodiesOptions = {
  readonly folder: (accountId: string) => string
  /** `Paths.worker('bodies')`. */
  readonly worker: URL
}

/** Copies of sent messages, for a program that only reads. */
export class ReadOnlyBodies {
  readonly #stores: PerAccount<Channel<BodiesReaderMethods>>

  constructor({ folder, worker }: ReadOnlyBodiesOptions) {
    this.#stores = new PerAccount((id) =>
      openBodiesThread<BodiesReaderMethods>(worker, { role: 'reader', folder: folder(id) }),
    )
  }

  async sent(accountId: string, sendId: string, recipient: string): Promise<SentMessage | null> {
    try {
      return await (await this.#stores.of(accountId)).call('sent', sendId, recipient)
    } catch {
      // The message’s record can be shown without its copy.
      return null
    }
  }

  /** If a file cannot be closed, nothing is lost, because it was only read. */
  closeAll(): Promise<void> {
    return this.#stores.closeAll(() => undefined)
  }
}
