import { isLoopback } from '../base/host-name.ts'

/** The fields that a mail program may accept from a link. Others could attach local files or add hidden recipients. */
const mailFields = new Set(['subject', 'body', 'cc'])
const lineBreak = /%0[ad]|[\r\n]/i

/** A URL parsed by the platform: this room runs everywhere and doesn’t have its own parser. */
type ParsedUrl = Readonly<Record<'href' | 'protocol' | 'hostname' | 'pathname' | 'search', string>>

/**
 * The address to open outside Mailroom for a link; null if the link must not be opened. https and mailto open in the user’s
 * browser and mail program; plain http is allowed only for this machine, for the sandbox’s tracked links. The link is parsed
 * and never compared by substring, which defeats tricks such as `https:evil`.
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
