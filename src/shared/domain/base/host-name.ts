/**
 * Converts a host name to the form used for comparison: in lower case, without IPv6 brackets and without a trailing
 * dot.
 */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/**
 * Whether calls to a host never leave this machine. Subdomains of localhost do not count: Node resolves them through DNS.
 */
export function isLoopback(hostname: string): boolean {
  const host = bareHost(hostname)
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** `URL` is not part of the language itself, but Node, workers and the page have it. */
declare const URL: new (address: string) => { readonly hostname: string }

/**
 * Encodes the non-ASCII characters of a host’s name, so that the name can be looked up. Null if it can’t be a host in a
 * URL.
 */
export function asciiHost(host: string): string | null {
  try {
    return new URL(`http://${host}/`).hostname
  } catch {
    return null
  }
}

/** Whether only this computer or its network can reach the name or address. IPv6 addresses are in brackets. */
export function isPrivate(host: string): boolean {
  if (host === '0.0.0.0' || /^\[(?:::1|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(host)) return true
  if (/^(?:localhost|.{1,250}\.(?:localhost|local|internal|intranet|test|invalid|lan|home\.arpa))$/.test(host))
    return true
  const [, first = '', second = ''] = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host) ?? []
  const [one, two] = [Number(first), Number(second)]
  if (first === '') return !host.includes('.') && !host.startsWith('[')
  return (
    one === 10 ||
    one === 127 ||
    (one === 100 && two >= 64 && two < 128) ||
    (one === 169 && two === 254) ||
    (one === 172 && two >= 16 && two < 32) ||
    (one === 192 && two === 168)
  )
}
