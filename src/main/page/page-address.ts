import { isLoopback } from '#shared/domain/base/host-name.ts'

/** The page's own scheme: unlike file:, it is a real origin, and it reaches only the built page. */
export const pageScheme = 'app'
const packagedUrl = `${pageScheme}://mailroom/index.html`

export type PageAddress = {
  /** The URL that the window loads. */
  readonly url: string
  /** Whether the URL is of the page's own origin, judged by its parts. */
  owns(url: string): boolean
  /** Whether the URL is the page itself with any hash, which is what a reload loads. */
  isPage(url: string): boolean
}

/**
 * The address of the page: packaged in the app or, during development, on this machine's dev server. A packaged app ignores
 * the environment, which another program could have set.
 */
export function pageAddress(devServerUrl: string | undefined, packaged: boolean): PageAddress {
  const dev = !packaged && devServerUrl !== undefined && isDevServer(devServerUrl) ? devServerUrl : null
  const url = dev ?? packagedUrl
  const page = new URL(url)
  const socket = page.protocol === 'http:' ? 'ws:' : page.protocol
  const owns = (text: string): boolean => {
    if (!URL.canParse(text)) return false
    const { protocol, host } = new URL(text)
    // Not `origin`: outside the browser, a custom scheme has none.
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
