import { AppError } from '#shared/contract/error.ts'
import { replyOf } from './reply.ts'

const storageName = 'mailroom-key'
const askMilliseconds = 500

/**
 * What the page shows the browser host with every call. It comes for the one-time token of the link and stays in the
 * session storage, which belongs to this origin, port included, and to this tab. A tab that was opened by hand asks the
 * other pages of the origin. A cookie would do neither: every listener on 127.0.0.1 gets it and may replace it.
 */
export class SessionKey {
  readonly value: Promise<string>
  readonly #channel = new BroadcastChannel(storageName)

  /** The token leaves the address at once, before anything else reads it. */
  constructor() {
    const address = new URL(location.href)
    const token = address.searchParams.get('token')
    if (token !== null) history.replaceState(history.state, '', `${address.pathname}${address.hash}`)
    this.value = this.#open(token)
    // Whoever needs it says so; without calls there is nothing to say.
    this.value.catch(() => undefined)
  }

  /** Gives the key to pages of this origin that ask for it, for as long as the host knows it. */
  share(isGood: () => boolean): void {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: boolean }>) => {
      if (data.ask === true && isGood()) void this.value.then((key) => this.#channel.postMessage({ key }))
    })
  }

  async #open(token: string | null): Promise<string> {
    let refusal: unknown
    let key: string | null = null
    if (token !== null) key = await exchange(token).catch((thrown: unknown) => ((refusal = thrown), null))
    key ??= stored() ?? (await this.#ask())
    if (key !== null) {
      store(key)
      return key
    }
    throw refusal ?? new AppError('not-signed-in', notSignedIn)
  }

  #ask(): Promise<string | null> {
    return new Promise((resolve) => {
      const receive = ({ data }: MessageEvent<{ key?: string }>) => {
        if (data.key !== undefined) end(data.key)
      }
      const end = (key: string | null) => {
        this.#channel.removeEventListener('message', receive)
        clearTimeout(timer)
        resolve(key)
      }
      const timer = setTimeout(end, askMilliseconds, null)
      this.#channel.addEventListener('message', receive)
      this.#channel.postMessage({ ask: true })
    })
  }
}

const notSignedIn =
  'This page is not signed in. Open Mailroom by the link that it printed, or run npm start once more: it opens a page of its own.'

async function exchange(token: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ token })
  const { key } = await replyOf<{ key: string }>(
    fetch('/session', { method: 'POST', headers, body, credentials: 'omit' }),
  )
  return key
}

/** A browser that keeps nothing for pages refuses its storage as well: the page is signed in until it is reloaded. */
function stored(): string | null {
  try {
    return sessionStorage.getItem(storageName)
  } catch {
    return null
  }
}

function store(key: string): void {
  try {
    sessionStorage.setItem(storageName, key)
  } catch {
    // As above.
  }
}
