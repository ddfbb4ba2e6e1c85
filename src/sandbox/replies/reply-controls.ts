import type { ReplyRule, ShownReplies } from '#shared/contract/base/sandbox/replies.ts'
import type { Store } from '../store/index.ts'
import type { KeptReceiver } from './kept-receiver.ts'
import { readReplyRules, ReplyRules } from './reply-rules.ts'
import type { ReplySender, SenderNeeds } from './reply-sender.ts'

type RepliesNeeds = Omit<SenderNeeds, 'receiver'> & {
  /** Without a receiver, replies are neither planned nor sent. */
  receiver: KeptReceiver
  /** Called after the receiver or the rules have been changed. */
  onControlled: () => void
}

/** Provides the controls for replies, and starts the part that sends them to the senders of messages. */
export class ReplyControls {
  readonly #needs: RepliesNeeds
  readonly #store: Store
  readonly #receiver: KeptReceiver
  readonly #rules: ReplyRules
  #isOpen = false
  /** Resolves when all changes of the receiver are in effect. */
  #changing: Promise<void> = Promise.resolve()
  #sender: ReplySender | undefined

  constructor(needs: RepliesNeeds) {
    this.#needs = needs
    this.#store = needs.store
    this.#receiver = needs.receiver
    this.#rules = new ReplyRules(needs.store.settings)
    this.#plan()
  }

  shown(limit: number): ShownReplies {
    const { replies } = this.#store
    return {
      receiver: this.#receiver.address,
      rules: [...this.#rules.list()],
      waiting: replies.waiting(),
      replies: replies.log(limit),
    }
  }

  /** Throws if a rule is invalid, because rules may come from a program. */
  setRules(rules: unknown): readonly ReplyRule[] {
    this.#rules.set(readReplyRules(rules))
    this.#needs.onControlled()
    return this.#rules.list()
  }

  /** Replies that are waiting are kept, and go to the next receiver. */
  async setReceiver(address: string | null): Promise<void> {
    this.#receiver.set(address)
    this.#plan()
    this.#changing = this.#changing.then(() => this.#replaceSender())
    await this.#changing
    this.#needs.onControlled()
  }

  async #replaceSender(): Promise<void> {
    const before = this.#sender
    this.#sender = undefined
    await before?.close()
    await this.#start()
  }

  async open(): Promise<void> {
    this.#isOpen = true
    await this.#start()
  }

  /** Must be called after the store has been emptied. Aborts the reply that is being sent. */
  reset(): void {
    this.#sender?.reset()
  }

  async settle(): Promise<void> {
    await this.#changing
    await this.#sender?.settle()
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#changing
    await this.#sender?.close()
  }

  #plan(): void {
    const plans = this.#receiver.address !== null
    this.#store.replies.choose = plans ? (step) => this.#rules.choose(step) : undefined
  }

  async #start(): Promise<void> {
    if (this.#receiver.address === null) return
    // Loaded on demand: nodemailer’s client half takes as long to load as everything else together.
    const { ReplySender } = await import('./reply-sender.ts')
    // While the module was loading, the sandbox may have been closed, or the receiver may have changed again.
    const { receiver } = this.#receiver
    if (!this.#isOpen || this.#sender || receiver === undefined) return
    this.#sender = new ReplySender({ ...this.#needs, receiver })
    this.#sender.open()
  }
}
