import { readReplyReceiver, type ReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import { invalid } from '../http/service-error.ts'
import type { Settings } from '../store/index.ts'

const setting = 'reply-receiver'

/** The mail server that gets the replies. Stored with the data; it can change while the sandbox runs. */
export class KeptReceiver {
  readonly #settings: Settings
  #address: string | null

  /** A receiver passed as an option replaces the stored one. Null means that there is none, whatever is stored. */
  constructor(settings: Settings, given: string | null | undefined) {
    this.#settings = settings
    const kept = settings.get(setting) ?? ''
    this.#address = given === undefined ? kept || null : given
    if (given !== undefined) this.save()
  }

  /** `HOST:PORT`, or null if there is no receiver. */
  get address(): string | null {
    return this.#address
  }

  get receiver(): ReplyReceiver | undefined {
    return this.#address === null ? undefined : receiverOf(this.#address)
  }

  set(address: string | null): void {
    if (address !== null) receiverOf(address)
    this.#address = address
    this.save()
  }

  /** Must also be called after the store has been emptied. */
  save(): void {
    this.#settings.set(setting, this.#address ?? '')
  }
}

export function receiverOf(address: string): ReplyReceiver {
  const read = readReplyReceiver(address)
  if ('error' in read) throw invalid(read.error)
  return read.receiver
}
