import { isLoopback } from '../base/host-name.ts'

/** The fields of a mailto link that are passed on. Others could attach local files or add hidden recipients. */
const mailFields = new Set(['subject', 'body', 'cc'])
const lineBreak = /%0[ad]|[\r\n]/i

/** Every platform has a URL parser, but no platform’s types are known here. */
type ParsedUrl = Readonly<Record<'href' | 'protocol' | 'hostname' | 'pathname' | 'search', string>>

/**
 * Checks a link before it is opened outside Mailroom. Returns its address, or null if it must not be opened. An https
 * link opens in the user’s browser, and a mailto link in the mail program. Plain http is allowed only for this machine,
 * because the sandbox’s tracked links use it. The link is parsed, because comparing its text would miss tricks such as
 * `https:evil`.
 */
export function externalUrl(url: ParsedUrl): string | null {
  if (url.protocol === 'https:') return url.href
  if (url.protocol === 'http:') return isLoopback(url.hostname) ? url.href : null
  return url.protocol === 'mailto:' ? mailUrl(url) : null
}

function mailUrl({ pathname, search }: ParsedUrl): string | null {
  if (lineBreak.test(pathname)) return null
  const fields = search.slice(1).split('&')
  const kept = fields.filter((field) => {
    const [name = '', value = ''] = field.split(/=(.*)/s)
    const lowered = name.toLowerCase()
    // A line break in a header would start another header.
    return mailFields.has(lowered) && (lowered === 'body' || !lineBreak.test(value))
  })
  return `mailto:${pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}
