import { externalUrl } from '#shared/domain/app/external-url.ts'
import { visible } from '#shared/text/visible.ts'

/** The longest address that the contract accepts. */
const longestAddress = 4000

/** Returns the address that a link opens outside Mailroom, or null if it opens nothing. */
export function opensAs(address: string): string | null {
  const url = address.length <= longestAddress && URL.canParse(address) ? externalUrl(new URL(address)) : null
  return url !== null && url.length <= longestAddress ? url : null
}

/** Returns the target of a tracked link that the sandbox substituted for the original; null for any other link. */
export function trackedTarget(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const [, place] = /^\/t\/c\/[\w-]{40}\/([\w-]+)$/.exec(url?.pathname ?? '') ?? []
  if (place === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(place.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Warnings to show before opening a link, most important first. */
export function linkNotes(text: string, address: string): string[] {
  const host = hostOf(trackedTarget(address) ?? address)
  if (host === null) return []
  const named = hostNamedBy(text)
  const notes: string[] = []
  if (named !== null && !belongsTo(host, named)) {
    notes.push(`This link’s text names ${visible(named)}, but the link opens ${host}.`)
  }
  if (/(?:^|\.)xn--/.test(host)) {
    notes.push(
      `The host name contains characters from other alphabets, which may look like familiar letters. Its technical form is ${host}.`,
    )
  }
  return notes
}

function hostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : null
}

const fileEndings = /\.(?:pdf|txt|csv|docx?|xlsx?|png|jpe?g|gif|svg|html?)$/i

/**
 * Returns the host that a link’s text names, or null unless the entire text is an address: a sentence may mention a
 * host and legitimately link elsewhere.
 */
function hostNamedBy(text: string): string | null {
  const [, name] = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?=[/:?#]|$)\S*$/iu.exec(text) ?? []
  if (name === undefined || fileEndings.test(name)) return null
  const url = `https://${name}/`
  return URL.canParse(url) ? new URL(url).hostname : null
}

/** Whether two hosts are the same, or one is a subdomain of the other, as `click.shop.example` is of `shop.example`. */
function belongsTo(host: string, named: string): boolean {
  const [one, other] = [host.replace(/^www\./, ''), named.replace(/^www\./, '')]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
