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
