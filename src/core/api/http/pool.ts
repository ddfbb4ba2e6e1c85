import tls from 'node:tls'
import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import { AppError } from '#shared/contract/error.ts'
import type { Deadlines, Limits, Network } from '../options.ts'
import { createConnector } from './connector.ts'
import { chooseProxy, isProxyUrl } from './proxy.ts'
import type { ReadBuffers } from './read-buffers.ts'

/**
 * One pool of our own per account. Never global `fetch` nor the module's default dispatcher: on Node 24 both may run on
 * the bundled undici, which kills the process when a slow reader meets a closing peer. No interceptors: retry, redirect,
 * cache and decompression are decided in this room, where it is known what a call does.
 */
export function openPool(
  url: URL,
  options: { network: Network | undefined; deadlines: Deadlines; limits: Limits; buffers: ReadBuffers },
): Dispatcher {
  const ca = authorities(options.network?.extraCa ?? [])
  const tlsOptions = {
    allowH2: false,
    timeout: options.deadlines.connect,
    // Said here, as NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise hand the key to anybody.
    rejectUnauthorized: true,
    ...(ca === null ? {} : { ca }),
  }
  const shared = {
    allowH2: false,
    pipelining: 1,
    connections: options.limits.concurrency + options.limits.streams,
    // The deadlines are kept by the caller on its clock: undici's fire up to a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 15_000,
    keepAliveMaxTimeout: 60_000,
  }
  const proxy = chooseProxy(url, options.network?.proxy, process.env)
  if (proxy === null) return new Pool(url.origin, { ...shared, connect: createConnector(tlsOptions, options.buffers) })
  if (!isProxyUrl(proxy)) {
    throw new AppError('invalid-proxy', 'The proxy is not a URL like http://proxy.example.com:3128.')
  }
  return new ProxyAgent({ ...shared, uri: proxy, requestTls: tlsOptions, proxyTls: tlsOptions })
}

/** Giving `ca` replaces the default list, so the defaults are added again; null leaves them to Node. */
function authorities(extra: readonly string[]): string[] | null {
  if (extra.length === 0) return null
  for (const [index, pem] of extra.entries()) {
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
      throw new AppError('invalid-certificate', 'An additional certificate authority is not a PEM certificate.', {
        details: { index },
      })
    }
  }
  const known = tls.getCACertificates('default')
  return [...known, ...extra]
}
