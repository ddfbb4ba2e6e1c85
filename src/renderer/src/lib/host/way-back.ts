import { AppError } from '#shared/contract/base/error.ts'
import {
  buildPattern,
  hostProofText,
  noncePattern,
  pageProofText,
  type ReturnTurn,
} from '#shared/domain/app/return-proof.ts'
import { replyOf } from './reply.ts'

/** Posts JSON without a session key. Rejects while nothing responds. */
export type Post = (path: string, body: unknown) => Promise<Response>

type Known = {
  readonly id: string
  readonly secret: CryptoKey
  readonly pair: CryptoKeyPair
  /** This page’s build: the same as the host’s, because the host had served the page’s document a moment before. */
  readonly build: string
}
type Agreed = { readonly id: string; readonly secret: string; readonly build: string }

const signing = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const
const keyed = { name: 'HMAC', hash: 'SHA-256' } as const

/**
 * How this page continues after its host has restarted. The responder at the address may then be another user’s program:
 * until it has proved that it is the host of the same data folder, it is sent only a random number. The state is in memory: a
 * page that such a program serves at this address can read session storage, but not this page’s memory.
 */
export class WayBack {
  readonly #host: string
  readonly #post: Post
  #known: Known | null = null
  #hostBuild: string | null = null

  /** `host` is the address and port from which the page was loaded. */
  constructor(host: string, post: Post) {
    this.#host = host
    this.#post = post
  }

  get isKnown(): boolean {
    return this.#known !== null
  }

  /**
   * Whether the host that came back serves another build and therefore lacks the files that this page has not loaded yet.
   */
  get isOfOtherBuild(): boolean {
    return this.#known !== null && this.#hostBuild !== null && this.#hostBuild !== this.#known.build
  }

  /** Exchanges keys while the host’s identity is certain: `ask` posts with the session key. */
  async agree(ask: (path: string, body: unknown) => Promise<Agreed>): Promise<void> {
    const { subtle } = crypto
    const pair = await subtle.generateKey(signing, false, ['sign'])
    const publicKey = toBase64Url(await subtle.exportKey('spki', pair.publicKey))
    const { id, secret, build } = await ask('/session/page', { publicKey })
    const imported = await subtle.importKey('raw', fromBase64Url(secret), keyed, false, ['verify'])
    this.#known = { id, secret: imported, pair, build }
  }

  /** Resolves with a new session key. Rejects with `foreign-host` if another program responds. */
  async take(): Promise<string> {
    const known = this.#known
    // A host that was away before an agreement was reached can’t prove anything.
    if (known === null)
      throw new AppError(
        'not-signed-in',
        'This page is no longer signed in. Open the link that Mailroom prints on startup.',
      )
    const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    const turn = { host: this.#host, id: known.id, nonce }
    const proven = await this.#hostProof(known, turn)
    const signed = await crypto.subtle.sign(signature, known.pair.privateKey, bytesOf(pageProofText(proven)))
    const body = { challenge: proven.challenge, signature: toBase64Url(signed) }
    const response = await this.#post('/session/return', body)
    // The signature came too late, perhaps because the computer was asleep. The next attempt gets a new challenge.
    if (!response.ok) throw new TypeError('The host didn’t accept the signature.')
    return (await replyOf<{ key: string }>(Promise.resolve(response))).key
  }

  async #hostProof(known: Known, turn: Omit<ReturnTurn, 'challenge'>): Promise<ReturnTurn> {
    const response = await this.#post('/session/proof', { id: turn.id, nonce: turn.nonce })
    if (response.status === 429) throw new TypeError('The host isn’t responding to this page right now.')
    const { challenge, proof, build } = await proofIn(response)
    const whole = { ...turn, challenge }
    const text = bytesOf(hostProofText({ ...whole, build }))
    // WebCrypto compares in constant time.
    if (!(await crypto.subtle.verify(keyed, known.secret, fromBase64Url(proof), text))) throw foreignHost()
    this.#hostBuild = build
    return whole
  }
}

const challengePattern = /^[\w-]{32}$/

/**
 * The responder is not trusted yet, so anything except the three values in their expected form counts as a wrong proof.
 */
async function proofIn(response: Response): Promise<{ challenge: string; proof: string; build: string }> {
  try {
    const reply = (await response.json()) as { output?: Record<'challenge' | 'proof' | 'build', unknown> } | null
    const { challenge, proof, build } = reply?.output ?? {}
    if (isText(challenge, challengePattern) && isText(proof, noncePattern) && isText(build, buildPattern)) {
      return { challenge, proof, build }
    }
  } catch (thrown) {
    // The connection broke, or no more data arrived.
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw foreignHost()
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function foreignHost(): AppError {
  return new AppError(
    'foreign-host',
    'This page belongs to a different Mailroom. None of your data was sent. Copy what you typed, then open the link that Mailroom prints on startup.',
    { retryable: true },
  )
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
