import { AppError } from '#shared/contract/base/error.ts'
import type { SentMessage } from '#shared/contract/messages.ts'
import { makePrivateFolder } from '../base/folders.ts'
import { Channel, type Methods } from '../base/threads/channel.ts'
import { bodiesFiles } from './store/files.ts'
import type { FoundCopy, KeptSend } from './store/kept-send.ts'
import type { BodiesThreadData, BodiesWriterMethods } from './store/methods.ts'
import type { ForServer } from './store/sent-changes.ts'

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

type Options = {
  /** A folder used only by this account. */
  readonly folder: string
  /** `Paths.worker('bodies')`. */
  readonly worker: URL
  /**
   * Called if the copies that earlier versions kept in the archive could not be moved. They are read from there, and the
   * next start tries again.
   */
  readonly onMoveFailure: (error: unknown) => void
}

/** The maximum number of attempts. Each waits 250 ms, which is longer than reading a message takes. */
const mostAttempts = 20

/** The copies of messages sent from one account, with the thread that reads and writes them. */
export class AccountBodies {
  readonly #folder: string
  readonly #store: Channel<BodiesWriterMethods>
  readonly #moving: Promise<void>
  #isClosed = false

  private constructor({ folder, onMoveFailure }: Options, store: Channel<BodiesWriterMethods>) {
    this.#folder = folder
    this.#store = store
    this.#moving = this.#moveEarlier().catch((error: unknown) => {
      if (!this.#isClosed) onMoveFailure(error)
    })
  }

  static async open(options: Options): Promise<AccountBodies> {
    const { folder, worker } = options
    await makePrivateFolder(folder)
    return new AccountBodies(options, await openBodiesThread<BodiesWriterMethods>(worker, { role: 'writer', folder }))
  }

  keep(sendId: string, kept: KeptSend, isForServer: boolean): Promise<boolean> {
    return this.#store.call('keep', sendId, kept, { isForServer })
  }

  remove(sendId: string, isForServer: boolean): Promise<void> {
    return this.#store.call('remove', sendId, { isForServer })
  }

  /** Whether any change after this id still has to be made on a team’s server. */
  hasForServer(after: number): Promise<boolean> {
    return this.#store.call('hasForServer', after)
  }

  nextForServer(after: number): Promise<ForServer | null> {
    return this.#store.call('nextForServer', after)
  }

  /** Removes the copy from this computer after it has arrived on the server. */
  arrived(id: number): Promise<void> {
    return this.#store.call('arrived', id)
  }

  /** Erases the remains of arrived copies from the files, unless a reader is using them. */
  async afterArrivals(): Promise<void> {
    await this.#store.call('shrink')
    await this.#store.call('emptyLogs')
  }

  shown(copy: FoundCopy): Promise<SentMessage> {
    return this.#store.call('shown', copy)
  }

  sent(sendId: string, recipient: string): Promise<SentMessage | null> {
    return this.#store.call('sent', sendId, recipient)
  }

  /** `before` is in epoch milliseconds. */
  prune(before: number): Promise<void> {
    return this.#store.call('prune', before)
  }

  async erase(email: string): Promise<void> {
    await this.#store.call('erase', email)
    await this.#emptyLogs()
    await bodiesFiles.removeDamaged(this.#folder)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#moving
    await this.#store.close()
  }

  /** Moves earlier copies in parts, so that other calls get their turn in between. */
  async #moveEarlier(): Promise<void> {
    while (!this.#isClosed && !(await this.#store.call('moveEarlier')));
  }

  /** Overwritten content remains in the log next to the file until no reader needs it. */
  async #emptyLogs(): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) if (await this.#store.call('emptyLogs')) return
    const message =
      'The copies of sent messages are in use, so the removed content is still on the disk. Try again in a minute.'
    throw new AppError('bodies-busy', message, { retryable: true })
  }
}

/** Resolves when the thread has opened its file. */
export function openBodiesThread<Calls extends Methods>(
  code: URL,
  workerData: BodiesThreadData,
): Promise<Channel<Calls>> {
  const endedError = (cause: unknown): AppError =>
    new AppError('bodies-closed', 'This account’s copies of sent messages are closed.', { cause })
  return Channel.open<Calls>({ code, name: 'bodies', workerData, resourceLimits, endedError })
}
