import { largeMessage } from '../base/collect-garbage.ts'

/**
 * The chunks of an email being received. A large email’s chunks are copied into a single block of memory as they arrive.
 */
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
      // The system allocates memory only as it is written to: data that never arrives uses none.
      this.#whole = Buffer.allocUnsafeSlow(this.#most)
      Buffer.concat(this.#chunks).copy(this.#whole)
      this.#chunks = []
    }
    chunk.copy(this.#whole, start)
  }

  /**
   * Returns the email and drops all references to it, because the session holds this object until the email is accepted.
   */
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
 * Frees a large email immediately, unless `kept` contains a part of it. Otherwise, the garbage collector would keep the
 * email alongside the parts.
 */
export function freeMail(mail: Buffer, kept: readonly Uint8Array[]): void {
  if (mail.length < largeMessage || kept.some(({ buffer }) => buffer === mail.buffer)) return
  ;(mail.buffer as ArrayBuffer).transfer(0)
}
