import { bareHost, isLoopback } from '#shared/domain/base/host-name.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the proxy for a URL, from the account’s own setting or else from the environment; null for a direct
 * connection.
 */
export function chooseProxy(url: URL, setting: string | undefined, environment: Environment): string | null {
  const chosen = setting?.trim() ?? ''
  if (chosen.toLowerCase() === 'direct') return null
  // A loopback address is never reached through a proxy, which would look for it on its own machine.
  if (isLoopback(url.hostname)) return null
  if (chosen !== '') return withScheme(chosen)
  const read = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? ''
  if (isExcepted(url, read('NO_PROXY'))) return null
  const found = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY')
  return found.trim() === '' ? null : withScheme(found.trim())
}

/**
 * Whether an account can have this setting: `direct`, a URL with a supported scheme, or `host:port`. A single word, such
 * as `none`, is more likely a mistake than a host.
 */
export function isProxySetting(setting: string): boolean {
  const chosen = setting.trim()
  if (chosen === '' || chosen.toLowerCase() === 'direct') return true
  return isProxyUrl(withScheme(chosen)) && (hasScheme(chosen) || /:\d+\/?$/.test(chosen))
}

export function isProxyUrl(proxy: string): boolean {
  return /^(?:https?|socks5?):$/.test(URL.parse(proxy)?.protocol ?? '')
}

/** Where a setting points: a proxy without its user and password, `direct`, or empty if the environment decides. */
export function proxyOrigin(setting: string): string {
  const chosen = setting.trim()
  if (chosen === '' || chosen.toLowerCase() === 'direct') return chosen.toLowerCase()
  const proxy = withScheme(chosen)
  if (!URL.canParse(proxy)) return chosen
  const { protocol, host } = new URL(proxy)
  return `${protocol}//${host.toLowerCase()}`
}

/** Replaces the password, which is kept elsewhere, wherever the setting is displayed or written. */
const hidden = '•••'

/** Splits a setting into a displayable part and its password; `isHidden` if dots already replace the password. */
export function hideProxyPassword(setting: string): { shown: string; password: string | null; isHidden: boolean } {
  const chosen = setting.trim()
  const url = URL.canParse(withScheme(chosen)) ? new URL(withScheme(chosen)) : null
  if (url === null || url.password === '') return { shown: chosen, password: null, isHidden: false }
  const path = url.pathname === '/' ? '' : url.pathname
  const shown = `${url.protocol}//${url.username}:${hidden}@${url.host}${path}`
  const isHidden = url.password === encodeURIComponent(hidden)
  return { shown, password: isHidden ? null : url.password, isHidden }
}

/** Restores a password that `hideProxyPassword` removed. */
export function withProxyPassword(shown: string, password: string): string {
  const url = new URL(withScheme(shown))
  url.password = password
  return url.href
}

function withScheme(proxy: string): string {
  return hasScheme(proxy) ? proxy : `http://${proxy}`
}

function hasScheme(proxy: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy)
}

/** Reads NO_PROXY as curl does: `*`, a host, a domain with or without a leading dot or `*.`, each with an optional port. */
function isExcepted(url: URL, list: string): boolean {
  const host = bareHost(url.hostname)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    const match = /^(\[[^\]]+\]|[^:]+|[^:]*:[^:]*:.*)(?::(\d+))?$/.exec(entry)
    if (match === null || (match[2] !== undefined && match[2] !== port)) return false
    const name = bareHost(match[1]!).replace(/^\*?\./, '')
    return name !== '' && (host === name || host.endsWith(`.${name}`))
  })
}
