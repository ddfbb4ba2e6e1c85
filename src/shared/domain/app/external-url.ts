/** What a mail program takes over from a link. Others would attach files of this computer or write to more people unseen. */
const mailFields = new Set(['subject', 'body', 'cc'])
const lineBreak = /%0[ad]|[\r\n]/i

/** An address as the platform's own parser read it; this room, which runs everywhere, has none. */
type ParsedUrl = Readonly<Record<'href' | 'protocol' | 'hostname' | 'pathname' | 'search', string>>

/**
 * The address under which a link may be opened outside of Mailroom, or null. https and mail go to the user's own browser and
 * mail program; plain http goes no further than this machine, where the tracked links of the sandbox lead. Parsed, never
 * compared by substring: `https:evil` tricks end at the parser.
 */
export function externalUrl(url: ParsedUrl): string | null {
  if (url.protocol === 'https:') return url.href
  if (url.protocol === 'http:') return isThisMachine(url.hostname) ? url.href : null
  return url.protocol === 'mailto:' ? mailUrl(url) : null
}

/** As the parser writes them: whatever form an address of this kind had, it is one of these by now. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function mailUrl({ pathname, search }: ParsedUrl): string | null {
  if (lineBreak.test(pathname)) return null
  const fields = search.slice(1).split('&')
  const kept = fields.filter((field) => {
    const [name = '', value = ''] = field.split(/=(.*)/s)
    const lowered = name.toLowerCase()
    // A line break in a head line would begin another one.
    return mailFields.has(lowered) && (lowered === 'body' || !lineBreak.test(value))
  })
  return `mailto:${pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}
