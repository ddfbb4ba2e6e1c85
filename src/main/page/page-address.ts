import { isLoopback } from '#shared/domain/base/host-name.ts'

/**
 * The page’s own scheme. Unlike file:, it gives the page a real origin, which has access to the built page’s files
 * only.
 */
export const pageScheme = 'app'
const packagedUrl = `${pageScheme}://mailroom/index.html`

export type PageAddress = {
  readonly url: string
  /** Whether the URL belongs to the page’s own origin, judged by its parsed parts. */
  owns(url: string): boolean
  /** Whether the URL is that of the page itself, with any hash, as in a reload. */
  isPage(url: string): boolean
}

/**
 * Returns the page’s address, which is either packaged in the app or, during development, on this machine’s dev server.
 * A packaged app ignores the environment, because another program could have set it.
 */
export function pageAddress(devServerUrl: string | undefined, packaged: boolean): PageAddress {
  const dev = !packaged && devServerUrl !== undefined && isDevServer(devServerUrl) ? devServerUrl : null
  const url = dev ?? packagedUrl
  const page = new URL(url)
  const socket = page.protocol === 'http:' ? 'ws:' : page.protocol
  const owns = (text: string): boolean => {
    if (!URL.canParse(text)) return false
    const { protocol, host } = new URL(text)
    // `origin` cannot be compared: outside the browser, a custom scheme has none.
    return (protocol === page.protocol || protocol === socket) && host === page.host
  }
  const isPage = (text: string): boolean => {
    if (!owns(text)) return false
    const { pathname } = new URL(text)
    return pathname === page.pathname || pathname === '/' || pathname === ''
  }
  return { url, owns, isPage }
}

function isDevServer(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && isLoopback(url.hostname)
}
