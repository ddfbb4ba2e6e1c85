import { AppError } from '#shared/contract/base/error.ts'
import type { Session } from '#shared/contract/host.ts'
import { replyOf } from './reply.ts'

const storageName = 'mailroom-key'
/** How long another page may take to reply. A busy computer gives pages in the background little time. */
const replyMilliseconds = 5000
/** How long to wait if no other page is known to have a key. One that has just been opened may have one. */
const aloneMilliseconds = 500

/**
 * The key that the page sends with every call to the browser host. The page receives it in exchange for its link’s
 * one-time token and keeps it in session storage, which belongs to this origin (port included) and this tab. A tab
 * opened by hand requests the key from the origin’s other pages. A cookie would not do, because every listener on
 * 127.0.0.1 receives it and can replace it.
 */
export class SessionKey {
  readonly #channel = new BroadcastChannel(storageName)
  #value: Promise<string>
  #first: Session['first'] | null = null
  #refused: string | null = null
  /**
   * A page requests a key only once, while it still shows nothing: the other pages belong to the host that accepted them.
   */
  #mayAskAgain = true
  #releaseLock = (): void => undefined

  /** Removes the token from the address before other code can read it. */
  constructor() {
    const address = new URL(location.href)
    const token = address.searchParams.get('token')
    if (token !== null) history.replaceState(history.state, '', `${address.pathname}${address.hash}`)
    this.#value = this.#open(token)
    // Every call handles a rejection itself, so a rejection without a call can be ignored.
    this.#value.catch(() => undefined)
  }

  get value(): Promise<string> {
    return this.#value
  }

  /** The first results, which the host returned together with the key; null if the key came from elsewhere. */
  get first(): Session['first'] | null {
    return this.#first
  }

  /** Whether a host has accepted a key of this page. Also true once a refused key has been replaced. */
  get isAccepted(): boolean {
    return !this.#mayAskAgain
  }

  /** Called when the host has accepted the key. */
  wasAccepted(): void {
    this.#mayAskAgain = false
  }

  /** Called when the host becomes available or is lost. A lock shows pages without a key whether this one can reply. */
  hasHost(isThere: boolean): void {
    this.#releaseLock()
    if (!isThere) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#releaseLock = resolve
    // Browsers that store nothing for pages have no locks either.
    navigator.locks.request(storageName, { mode: 'shared' }, () => promise).catch(() => undefined)
  }

  /** Called when the host has recognised this page again and has given it a new key. */
  renew(key: string): void {
    store(key)
    this.#value = Promise.resolve(key)
  }

  /**
   * Called when the host rejects this key because it belongs to a host that was closed. The key is dropped, so that a reload
   * can ask the other pages even if this call may not. Resolves with another page’s key.
   */
  replace(refused: string): Promise<string> {
    if (this.#refused === refused) return this.#value
    this.#refused = refused
    inStorage((storage) => storage.removeItem(storageName))
    this.#value = this.#mayAskAgain ? this.#take() : Promise.reject(notSignedIn())
    this.#value.catch(() => undefined)
    this.#mayAskAgain = false
    return this.#value
  }

  /** Gives the key to pages of this origin that request it, as long as the host accepts it. */
  share(isAccepted: () => boolean): void {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: boolean }>) => {
      if (data.ask === true && isAccepted()) void this.#value.then((key) => this.#channel.postMessage({ key }))
    })
  }

  async #open(token: string | null): Promise<string> {
    let refusal: unknown
    let session: Session | null = null
    if (token !== null) session = await exchange(token).catch((thrown: unknown) => ((refusal = thrown), null))
    this.#first = session?.first ?? null
    const key = session?.key ?? inStorage((storage) => storage.getItem(storageName))
    if (key === null) return this.#take(refusal)
    store(key)
    return key
  }

  /** Gets the key from another page of this origin. */
  async #take(refusal: unknown = notSignedIn()): Promise<string> {
    const key = await this.#ask((await isAlone()) ? aloneMilliseconds : replyMilliseconds)
    if (key === null) throw refusal
    store(key)
    return key
  }

  #ask(milliseconds: number): Promise<string | null> {
    return new Promise((resolve) => {
      const receive = ({ data }: MessageEvent<{ key?: string }>) => {
        if (data.key !== undefined) end(data.key)
      }
      const end = (key: string | null) => {
        this.#channel.removeEventListener('message', receive)
        clearTimeout(timer)
        resolve(key)
      }
      const timer = setTimeout(end, milliseconds, null)
      this.#channel.addEventListener('message', receive)
      this.#channel.postMessage({ ask: true })
    })
  }
}

/** Whether no page of this origin is known to have a key. */
async function isAlone(): Promise<boolean> {
  const locks = await navigator.locks.query().catch(() => null)
  return !locks?.held?.some(({ name }) => name === storageName)
}

function notSignedIn(): AppError {
  return new AppError(
    'not-signed-in',
    'This page is not signed in. Start Mailroom again and use the page it opens or the link it prints.',
  )
}

function exchange(token: string): Promise<Session> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ token })
  return replyOf<Session>(fetch('/session', { method: 'POST', headers, body, credentials: 'omit' }))
}

/**
 * Returns null in a browser that stores nothing for pages, in which case the page stays signed in only until it is
 * reloaded.
 */
function inStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

function store(key: string): void {
  inStorage((storage) => storage.setItem(storageName, key))
}
