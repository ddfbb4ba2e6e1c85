import { asciiHost } from '../../../base/host-name.ts'

/** Returns the host in a web address, in lower case and without the port. Empty if there is no host. */
export function hostOf(address: string): string {
  const [, authority = ''] = /^(?:https?:)?\/\/([^/?#\\]{0,2000})/i.exec(address) ?? []
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{0,5}$/, '')
    .toLowerCase()
}

/**
 * Whether a host is in a domain that nobody can own. An address with one of these hosts is a placeholder that should
 * have been replaced.
 */
export function isSampleHost(host: string): boolean {
  return /^(?:.{1,240}\.)?example\.(?:com|net|org)$/.test(host)
}

export function isWellFormedHost(host: string): boolean {
  return (
    /^\[[0-9a-f:.]{2,45}\]$/.test(host) ||
    /^(?:[\p{L}\p{N}\p{M}_-]{1,63}\.){0,60}[\p{L}\p{N}\p{M}_-]{1,63}\.?$/u.test(host)
  )
}

/** Whether the hosts are the same, or one is a subdomain of the other. */
export function isSameSite(host: string, other: string): boolean {
  const [one, two] = [siteOf(host), siteOf(other)]
  return one === two || one.endsWith(`.${two}`) || two.endsWith(`.${one}`)
}

function siteOf(host: string): string {
  const own = host.toLowerCase().replace(/^www\./, '')
  return asciiHost(own) ?? own
}
