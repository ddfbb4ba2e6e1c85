/** A host as it is compared: in lower case, without the brackets of IPv6 and the dot at its end. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/** Whether a host never leaves this machine. Names below localhost do not count: Node asks DNS for those. */
export function isLoopback(hostname: string): boolean {
  const host = bareHost(hostname)
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** Node, workers and the page all have it, though it is not part of the language. */
declare const URL: new (address: string) => { readonly hostname: string }

/** As it is looked up: other letters than those of English are encoded. Null for what no address can have as its host. */
export function asciiHost(host: string): string | null {
  try {
    return new URL(`http://${host}/`).hostname
  } catch {
    return null
  }
}
