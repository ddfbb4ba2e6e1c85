import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { JsonFile } from '#core/base/json-file.ts'
import type { Clock, Logger } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { hostProofText, noncePattern, pageProofText, type ReturnTurn } from '#shared/domain/app/return-proof.ts'
import { OneUseTokens } from './one-use-tokens.ts'

const fileName = 'returning-pages.json'
const mostPages = 32
const lifeMilliseconds = 30 * 24 * 3_600_000
/** Time allowed for the page to sign a challenge. */
const turnMilliseconds = 30_000
/** A page sends one request a second, and each of its pending calls may do the same. */
const mostProofs = 120
const proofWindowMilliseconds = 60_000

const pageShape = z.strictObject({
  id: z.string(),
  /** The host uses it to prove its identity to the page. */
  secret: z.string(),
  /** Authenticates the page to the host. Only the page holds the private key, and only in memory. */
  publicKey: z.string(),
  port: z.number(),
  since: z.number(),
})
const fileShape = z.array(pageShape)
type KnownPage = z.infer<typeof pageShape>

type ReturningPagesOptions = {
  dataFolder: string
  port: number
  build: () => string
  clock: Clock
  logger: Logger
}

/**
 * The pages that may continue after their host has restarted with the same data folder and port. A stranger who reads
 * the file could impersonate the host, but could not make calls: those require a signature with a key that never leaves
 * the page.
 */
export class ReturningPages {
  readonly #options: ReturningPagesOptions
  readonly #turns: OneUseTokens<Omit<ReturnTurn, 'challenge'>>
  /** Opened on first use, because most starts are complete before a page returns. */
  #file: Promise<JsonFile<KnownPage[]>> | null = null
  #proofs = new Map<string, number>()
  #windowEnds = 0

  constructor(options: ReturningPagesOptions) {
    this.#options = options
    this.#turns = new OneUseTokens(options.clock)
  }

  /** Resolves to the values by which the page recognises this host later, or to null if the key is invalid. */
  async add(publicKey: string): Promise<{ id: string; secret: string; build: string } | null> {
    if (keyOf(publicKey) === null) return null
    const { port, clock } = this.#options
    const page = { id: newSecret(), secret: newSecret(), publicKey, port, since: clock.now() }
    const file = await this.#open()
    await file.set((pages) => [...pages.filter((known) => this.#isKept(known)), page].slice(-mostPages))
    return { id: page.id, secret: page.secret, build: this.#options.build() }
  }

  /** Returns the proof for a page’s nonce, or null if the page is unknown. Rejects if the page asks too often. */
  async prove(asked: { id: unknown; nonce: unknown }, host: string) {
    const { id, nonce } = asked
    if (typeof nonce !== 'string' || !noncePattern.test(nonce)) return null
    const page = await this.#find(id)
    if (!page) return null
    this.#count(page.id)
    const turn = { host, id: page.id, nonce }
    const build = this.#options.build()
    const challenge = this.#turns.issue({ lifeMilliseconds: turnMilliseconds, value: turn })
    const proof = createHmac('sha256', Buffer.from(page.secret, 'base64url'))
      .update(hostProofText({ ...turn, challenge, build }))
      .digest('base64url')
    return { challenge, proof, build }
  }

  /** Whether a page that received this challenge has signed it. */
  async admits({ challenge, signature }: { challenge: unknown; signature: unknown }): Promise<boolean> {
    if (typeof challenge !== 'string' || typeof signature !== 'string') return false
    const turn = this.#turns.take(challenge)?.value
    const page = await this.#find(turn?.id)
    const key = page && keyOf(page.publicKey)
    if (!turn || !key) return false
    const signed = Buffer.from(pageProofText({ ...turn, challenge }))
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  }

  close(): void {
    this.#turns.close()
  }

  async #find(id: unknown): Promise<KnownPage | undefined> {
    const file = await this.#open()
    return file.value.find((page) => page.id === id && this.#isKept(page) && page.port === this.#options.port)
  }

  #isKept({ since }: KnownPage): boolean {
    return Math.abs(this.#options.clock.now() - since) < lifeMilliseconds
  }

  /** Only the attempts of known pages are counted, so that a stranger’s requests cannot lock a page out. */
  #count(id: string): void {
    const now = this.#options.clock.now()
    if (now >= this.#windowEnds || now < this.#windowEnds - proofWindowMilliseconds) {
      this.#proofs = new Map()
      this.#windowEnds = now + proofWindowMilliseconds
    }
    const count = (this.#proofs.get(id) ?? 0) + 1
    this.#proofs.set(id, count)
    if (count > mostProofs)
      throw new AppError('too-often', 'This page sends too many requests. Wait a minute.', { retryable: true })
  }

  #open(): Promise<JsonFile<KnownPage[]>> {
    const { dataFolder, clock, logger } = this.#options
    this.#file ??= JsonFile.open({
      path: join(dataFolder, fileName),
      initial: [] as KnownPage[],
      read: (parsed) => fileShape.parse(parsed),
      onBroken: (keptAs) => logger.log('warn', 'the list of returning pages could not be read', { keptAs }),
      now: () => clock.now(),
    }).catch((thrown: unknown) => {
      this.#file = null
      throw thrown
    })
    return this.#file
  }
}

/**
 * The port from which the newest of these pages was loaded; 0 if there are none. Pages that are waiting find a host
 * that listens there again. An unreadable list is ignored here, because opening the list deals with it.
 */
export async function portOfPages(dataFolder: string): Promise<number> {
  try {
    const pages = fileShape.parse(JSON.parse(await readFile(join(dataFolder, fileName), 'utf8')))
    return pages.at(-1)?.port ?? 0
  } catch {
    return 0
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Reads a P-256 public key as WebCrypto exports it. Returns null for anything else. */
function keyOf(publicKey: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}
