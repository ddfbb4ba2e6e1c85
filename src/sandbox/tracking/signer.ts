import { hash, timingSafeEqual } from 'node:crypto'

/** The effect of fetching a tracked address. */
export type TrackedAction = 'open' | 'click' | 'unsubscribe'

const letters: Readonly<Record<TrackedAction, string>> = { open: 'o', click: 'c', unsubscribe: 'u' }
const actions = new Map(Object.entries(letters).map(([action, letter]) => [letter, action as TrackedAction]))
const signatureLength = 16
const idLength = 24

export type Tracked = {
  action: TrackedAction
  messageId: string
  target: string
}

/**
 * Signed addresses that contain everything they represent, so that no link needs to be stored and a forged address has no
 * effect. Their length depends only on the target, so that the messages to all recipients have the same size.
 */
export class Signer {
  readonly secret: string

  constructor(secret: string) {
    this.secret = secret
  }

  path(tracked: Tracked): string {
    return pathOf(tracked, this.#sign(tracked.action, tracked.messageId, tracked.target))
  }

  /** Undefined for any address not signed by this sandbox. */
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

  /**
   * Returns the first 96 bits of a keyed hash. createHmac would take ten times as long, because it creates an object
   * for the key at every call.
   */
  #sign(action: TrackedAction, messageId: string, target: string): string {
    const text = `${this.secret}\n${action}\n${messageId}\n${target}`
    return hash('sha256', text, 'base64url').slice(0, signatureLength)
  }
}

function pathOf({ action, messageId, target }: Tracked, signature: string): string {
  const place = target === '' ? '' : `/${Buffer.from(target).toString('base64url')}`
  return `/t/${letters[action]}/${messageId}${signature}${place}`
}

/** Replaces the id when a message’s length is computed before the message has an id. */
export const placeholderId = '0'.repeat(idLength)
export const placeholderPath = (tracked: Tracked): string => pathOf(tracked, 'A'.repeat(signatureLength))
