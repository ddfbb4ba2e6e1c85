import { externalUrl } from '#shared/domain/app/external-url.ts'
import { visible } from '../../lib/text/visible.ts'

/** As long as the contract takes it. */
const longestOpened = 4000

/** The address that opens outside of Mailroom when this link is opened, or null. */
export function opensAs(address: string): string | null {
  const url = address.length <= longestOpened && URL.canParse(address) ? externalUrl(new URL(address)) : null
  return url !== null && url.length <= longestOpened ? url : null
}

/** What the sandbox wrote in the place of a link, to see it followed, and what that leads on to. */
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

/** What whoever opens a link should know before: sentences, the most telling first. */
export function linkNotes(text: string, address: string): string[] {
  const host = hostOf(trackedTarget(address) ?? address)
  if (host === null) return []
  const named = hostNamedBy(text)
  const notes: string[] = []
  if (named !== null && !isOf(host, named)) {
    notes.push(`The text of this link names ${visible(named)}, but the link leads to ${host}.`)
  }
  if (/(?:^|\.)xn--/.test(host)) {
    notes.push(
      `The host has letters of other alphabets, which may look like familiar ones. Its technical name is ${host}.`,
    )
  }
  return notes
}

function hostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : null
}

const fileEndings = /\.(?:pdf|txt|csv|docx?|xlsx?|png|jpe?g|gif|svg|html?)$/i

/** Only where the whole text is an address: a sentence may mention a host and lead elsewhere honestly. */
function hostNamedBy(text: string): string | null {
  const [, name] = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?=[/:?#]|$)\S*$/iu.exec(text) ?? []
  if (name === undefined || fileEndings.test(name)) return null
  const url = `https://${name}/`
  return URL.canParse(url) ? new URL(url).hostname : null
}

/** A part of the host that is named counts as named: `click.shop.example` is of `shop.example`. */
function isOf(host: string, named: string): boolean {
  const [one, other] = [host.replace(/^www\./, ''), named.replace(/^www\./, '')]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
