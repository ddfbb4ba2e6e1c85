import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a tracked address does when it is fetched. */
export type TrackedAction = 'open' | 'click' | 'unsubscribe'

const letters: Readonly<Record<TrackedAction, string>> = { open: 'o', click: 'c', unsubscribe: 'u' }
const actions = new Map(Object.entries(letters).map(([action, letter]) => [letter, action as TrackedAction]))
const signatureLength = 16
const idLength = 24

export interface Tracked {
  action: TrackedAction
  messageId: string
  /** Where a click goes. */
  target: string
}

/**
 * Addresses that carry all they mean, signed: nothing has to be kept per link, and a made-up address does nothing.
 * Their length depends on the target alone, so that every recipient's message has the same size.
 */
export class Signer {
  readonly secret: Buffer

  constructor(secret: Buffer) {
    this.secret = secret
  }

  path({ action, messageId, target }: Tracked): string {
    const place = target === '' ? '' : `/${Buffer.from(target).toString('base64url')}`
    return `/t/${letters[action]}/${messageId}${this.#sign(action, messageId, target)}${place}`
  }

  /** Undefined for anything this sandbox did not write. */
  read(path: string): Tracked | undefined {
    const [, , letter = '', token = '', place = '', ...rest] = path.split('/')
    const action = actions.get(letter)
    if (action === undefined || rest.length > 0 || token.length !== idLength + signatureLength) return undefined
    const messageId = token.slice(0, idLength)
    const target = Buffer.from(place, 'base64url').toString()
    const expected = Buffer.from(this.#sign(action, messageId, target))
    const given = Buffer.from(token.slice(idLength))
    if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined
    return { action, messageId, target }
  }

  #sign(action: TrackedAction, messageId: string, target: string): string {
    const text = `${action}\n${messageId}\n${target}`
    return createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, signatureLength)
  }
}
