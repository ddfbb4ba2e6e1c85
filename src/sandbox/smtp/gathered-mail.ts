import { largeMessage } from '../base/collect-garbage.ts'

/** The chunks of a mail that is being received. Those of a large one are copied into one piece of memory as they arrive. */
export class GatheredMail {
  readonly #most: number
  #chunks: Buffer[] = []
  #whole: Buffer | undefined
  length = 0

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Buffer): void {
    const start = this.length
    this.length += chunk.length
    if (this.#whole === undefined && this.length < largeMessage) {
      this.#chunks.push(chunk)
      return
    }
    if (this.#whole === undefined) {
      // The system provides memory only as it is written to: what never arrives takes none.
      this.#whole = Buffer.allocUnsafeSlow(this.#most)
      Buffer.concat(this.#chunks).copy(this.#whole)
      this.#chunks = []
    }
    chunk.copy(this.#whole, start)
  }

  /** Leaves nothing behind. The session holds this object until the mail is accepted. */
  take(): Buffer {
    const [first, second] = this.#chunks
    const mail = this.#whole?.subarray(0, this.length) ?? (second || !first ? Buffer.concat(this.#chunks) : first)
    this.#chunks = []
    this.#whole = undefined
    this.length = 0
    return mail
  }
}

/**
 * Frees a large mail at once, unless one of these is a part of it. The garbage collector would otherwise keep it alongside
 * them.
 */
export function freeMail(mail: Buffer, kept: readonly Uint8Array[]): void {
  if (mail.length < largeMessage || kept.some(({ buffer }) => buffer === mail.buffer)) return
  ;(mail.buffer as ArrayBuffer).transfer(0)
}
