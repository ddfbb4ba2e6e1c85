import tls from 'node:tls'
import type { Dispatcher, Pool, ProxyAgent } from 'undici'
import { AppError } from '#shared/contract/base/error.ts'
import type { Deadlines, Limits, Network } from '../options/options.ts'
import { chooseProxy, hideProxyPassword, isProxyUrl, withProxyPassword } from '../profile/proxy.ts'
import type { ReadBuffers } from './read-buffers.ts'
import { systemAuthorities } from './system-authorities.ts'

type PoolOptions = {
  readonly network: Network | undefined
  readonly deadlines: Deadlines
  readonly limits: Limits
  readonly buffers: ReadBuffers
}

/**
 * The connections to a service. Invalid settings are reported immediately; undici and the proxy’s password are loaded
 * by the first call.
 */
export type ServicePool = {
  ready(): Promise<Dispatcher>
  destroy(): Promise<void>
}

/**
 * One separate pool per account. Never use global `fetch` or the module’s default dispatcher: on Node 24, both may run on
 * the bundled undici, which kills the process when a slow reader meets a closing peer. No interceptors: retry, redirect,
 * cache and decompression are decided in this client, which has the necessary information about each call.
 */
export function openPool(url: URL, { network, deadlines, limits, buffers }: PoolOptions): ServicePool {
  const extra = network?.extraCa ?? []
  refuseNoCertificates(extra)
  const trust = async () => ({
    allowH2: false,
    timeout: deadlines.connect,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise expose the key.
    rejectUnauthorized: true,
    ...(await trusted(extra, network?.systemCa ?? systemAuthorities)),
  })
  const shared = {
    allowH2: false,
    pipelining: 1,
    connections: limits.concurrency + limits.streams,
    // The transport enforces the deadlines, because undici’s fire up to a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 15_000,
    keepAliveMaxTimeout: 60_000,
  }
  const proxy = chooseProxy(url, network?.proxy, process.env)
  if (proxy === null) {
    return openedLater(async () => {
      const [{ Pool }, { createConnector }] = await Promise.all([loadUndici(), import('./connector.ts')])
      const options = url.protocol === 'https:' ? await trust() : { timeout: deadlines.connect }
      return new Pool(url.origin, { ...shared, connect: createConnector(options, buffers) })
    })
  }
  if (!isProxyUrl(proxy)) {
    throw new AppError(
      'invalid-proxy',
      'This proxy can’t be used. It must be a URL like http://proxy.example.com:3128.',
    )
  }
  const { shown, isHidden } = hideProxyPassword(proxy)
  return openedLater(async () => {
    const [{ ProxyAgent }, uri] = await Promise.all([loadUndici(), isHidden ? withPassword(shown, network) : proxy])
    const requestTls = await trust()
    // With these options, undici would use TLS to connect to a SOCKS proxy, which doesn’t support it.
    const proxyTls = /^socks/i.test(proxy) ? {} : { proxyTls: requestTls }
    return new ProxyAgent({ ...shared, uri, requestTls, ...proxyTls })
  })
}

/** undici isn’t loaded at the start, because its many modules take longer to load than the rest of the client. */
function loadUndici(): Promise<{ readonly Pool: typeof Pool; readonly ProxyAgent: typeof ProxyAgent }> {
  return import('undici')
}

function openedLater(open: () => Promise<Dispatcher>): ServicePool {
  let opening: Promise<Dispatcher> | null = null
  let dispatcher: Dispatcher | null = null
  let isDestroyed = false
  return {
    ready() {
      opening ??= open().then(
        (made) => {
          dispatcher = made
          if (isDestroyed) void made.destroy()
          return made
        },
        (error: unknown) => {
          // A failure is not kept, because the keychain may be unlocked by the next attempt.
          opening = null
          throw error
        },
      )
      return opening
    },
    // Does not wait for a pool that is still opening, because the keychain may take a long time.
    async destroy() {
      isDestroyed = true
      await dispatcher?.destroy()
    },
  }
}

async function withPassword(shown: string, network: Network | undefined): Promise<string> {
  const password = (await network?.proxyPassword?.()) ?? null
  if (password !== null) return withProxyPassword(shown, password)
  const sentence = 'Mailroom has no password for the proxy of this account. Enter it again in the account’s settings.'
  throw new AppError('proxy-password-missing', sentence)
}

function refuseNoCertificates(extra: readonly string[]): void {
  for (const [index, pem] of extra.entries()) {
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
      throw new AppError(
        'invalid-certificate',
        'One of this account’s additional certificate authorities isn’t a PEM certificate. Correct it in the account’s settings.',
        {
          details: { index },
        },
      )
    }
  }
}

/**
 * Empty if only Node’s own authorities are trusted. The option `ca` would replace Node’s authorities, so they are included.
 * Reading them takes 10 ms, so it is done once instead of for each connection.
 */
async function trusted(extra: readonly string[], readSystem: () => Promise<readonly string[]>) {
  const added = [...extra, ...(await readSystem())]
  if (added.length === 0) return {}
  return { secureContext: tls.createSecureContext({ ca: [...tls.getCACertificates('default'), ...added] }) }
}
