import { readReplyReceiver, type ReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import type { LoggedReply, Store } from '../store/index.ts'
import { ReplyRules, type ReplyRule } from './reply-rules.ts'
import type { ReplySender, SenderNeeds } from './reply-sender.ts'

type RepliesNeeds = Omit<SenderNeeds, 'receiver'> & {
  /** `HOST:PORT`; without it, replies are neither planned nor sent. */
  repliesTo: string | undefined
}

type ShownReplies = {
  receiver: string | null
  rules: readonly ReplyRule[]
  waiting: number
  /** Newest first. */
  replies: LoggedReply[]
}

/** Replies to the senders of messages, with their controls. */
export class ReplyControls {
  readonly #store: Store
  readonly #rules: ReplyRules
  readonly #repliesTo: string | undefined
  readonly #open: () => Promise<ReplySender | undefined>
  #sender: ReplySender | undefined

  constructor({ repliesTo, ...needs }: RepliesNeeds) {
    this.#store = needs.store
    this.#rules = new ReplyRules(needs.store.settings)
    this.#repliesTo = repliesTo
    this.#open = async () => undefined
    if (repliesTo === undefined) return
    const receiver = receiverOf(repliesTo)
    needs.store.replies.choose = (step) => this.#rules.choose(step)
    this.#open = async () => {
      // Loaded on demand: nodemailer’s client half takes as long to load as everything else together.
      const { ReplySender } = await import('./reply-sender.ts')
      return new ReplySender({ ...needs, receiver })
    }
  }

  shown(limit: number): ShownReplies {
    const { replies } = this.#store
    return {
      receiver: this.#repliesTo ?? null,
      rules: this.#rules.list(),
      waiting: replies.waiting(),
      replies: replies.log(limit),
    }
  }

  setRules(rules: readonly ReplyRule[]): readonly ReplyRule[] {
    this.#rules.set(rules)
    return this.#rules.list()
  }

  async open(): Promise<void> {
    this.#sender = await this.#open()
    this.#sender?.open()
  }

  /** Aborts the reply being sent, because the store was emptied. */
  reset(): void {
    this.#sender?.reset()
  }

  async settle(): Promise<void> {
    await this.#sender?.settle()
  }

  async close(): Promise<void> {
    await this.#sender?.close()
  }
}

export function receiverOf(repliesTo: string): ReplyReceiver {
  const read = readReplyReceiver(repliesTo)
  if ('error' in read) throw new Error(read.error)
  return read.receiver
}
