import type { MessageEvent } from '../../contract/messages.ts'

/**
 * Why an open or a click may not come from a person. A `machine` fetched the message automatically. A `proxy` fetched
 * it for a person, so the program, place and language are the proxy’s. A doubt states its reason and never removes the
 * event.
 */
export type Doubt = { kind: 'machine' | 'proxy'; label: string; reason: string }

type Doubted = Pick<MessageEvent, 'kind' | 'date' | 'url' | 'ip' | 'agent'>
type Life = { createdDate: number; lastStateDate: number; lastState: string }

/** In milliseconds. No person opens a message this fast, but gateways and prefetching mail programs do. */
const prefetchWindow = 10_000
/** In milliseconds. The clocks of the service’s machines differ by less than this. */
const clockSlack = 60_000
const burstWindow = 10_000
const burstLinks = 3

type Named = readonly [pattern: RegExp, name: string]

const programs =
  /\b(?:curl|wget|python|java|okhttp|go-http-client|libwww|axios|node-fetch|undici|headlesschrome|phantomjs|guzzlehttp|httpclient)\b/i
const bots = /bot\b|crawler|spider|slurp|facebookexternalhit|linkpreview|link preview|preview service/i

const scanners: readonly Named[] = [
  [/barracuda/i, 'Barracuda'],
  [/proofpoint/i, 'Proofpoint'],
  [/mimecast/i, 'Mimecast'],
  [/safe ?links|ms-office;? ?protection|microsoft ?defender|bingpreview/i, 'Microsoft Defender'],
  [/symantec|messagelabs|broadcom/i, 'Symantec'],
  [/trend ?micro/i, 'Trend Micro'],
  [/fireeye|trellix/i, 'Trellix'],
  [/ironport|cisco ?secure/i, 'Cisco Secure Email'],
  [/sophos/i, 'Sophos'],
  [/vade ?(?:secure|retro)/i, 'Vade'],
]

/** Proxies that fetch all images when a message arrives, whether it is read or not. */
const privacyProxies: readonly Named[] = [
  [/privacy proxy|mail privacy protection|icloud private relay/i, 'Apple Mail Privacy Protection'],
  [/^Mozilla\/5\.0(?: ·|$)/, 'Apple Mail Privacy Protection'],
  [/duckduckgo/i, 'DuckDuckGo Email Protection'],
]

const imageProxies: readonly Named[] = [
  [/googleimageproxy|ggpht\.com/i, 'Gmail’s image proxy'],
  [/yahoomailproxy/i, 'Yahoo’s image proxy'],
  [/outlook-?imageproxy|owa-?image/i, 'Outlook’s image proxy'],
  [/protonmail.{0,200}proxy|proton.{0,200}image/i, 'Proton’s image proxy'],
  [/image ?proxy|mail ?proxy/i, 'a mail image proxy'],
]

/** Networks from which Google fetches images for Gmail. */
const googleNetworks = (
  [
    ['64.233.160.0', 19],
    ['66.102.0.0', 20],
    ['66.249.80.0', 20],
    ['72.14.192.0', 18],
    ['74.125.0.0', 16],
    ['209.85.128.0', 17],
  ] as const
).map(([network, bits]) => ({
  start: network.slice(0, network.indexOf('.') + 1),
  first: ipv4(network)!,
  size: 2 ** (32 - bits),
}))

/** Returns one result per event, in the same order. A result is null if nothing suggests a machine or a proxy. */
export function doubts(events: readonly Doubted[], life: Life): (Doubt | null)[] {
  const bursts = burstsIn(events)
  return events.map((event) => {
    const known = byAgent(event)
    // `machine` takes precedence over `proxy`, because a proxy that fetches right after the delivery is also acting
    // automatically.
    if (known?.kind === 'machine') return known
    return bursts.has(event) ? burst() : (early(event, life) ?? known)
  })
}

export type Actor = Doubt['kind'] | 'human' | 'unknown'

/** Says who acted. If nothing is known about the program, it could be anybody. */
export function actorOf({ agent }: Pick<Doubted, 'agent'>, doubt: Doubt | null): Actor {
  return doubt?.kind ?? (agent === '' ? 'unknown' : 'human')
}

function byAgent({ kind, agent, ip }: Doubted): Doubt | null {
  const scanner = nameIn(scanners, agent)
  if (scanner)
    return machine(
      'Security scanner',
      `The program identifies itself as ${scanner}, which scans messages automatically.`,
    )
  const privacy = nameIn(privacyProxies, agent)
  if (privacy) {
    return machine(
      'Prefetched',
      `${privacy} fetches every image when the message arrives, whether or not anyone reads it.`,
    )
  }
  const proxy = nameIn(imageProxies, agent) ?? (kind === 'open' && isGoogle(ip) ? 'Gmail’s image proxy' : undefined)
  if (proxy) {
    return {
      kind: 'proxy',
      label: 'Mail proxy',
      reason: `The image came through ${proxy}, so the program, place and language are the proxy’s, and later opens may be missing.`,
    }
  }
  if (bots.test(agent)) return machine('Bot', 'The program identifies itself as a bot.')
  if (programs.test(agent))
    return machine('Program', 'The program is a scripting library, not a mail program or browser.')
  return null
}

function early({ date, kind }: Doubted, { createdDate, lastState, lastStateDate }: Life): Doubt | null {
  if (date === null) return null
  // The delivery time is known only if the message has no later state. Otherwise, the creation time is used, before
  // which the message can’t have arrived.
  const arrived = lastState === 'delivered' ? lastStateDate : createdDate
  const after = date - arrived
  if (after < -clockSlack || after > prefetchWindow) return null
  const seconds = Math.max(0, Math.round(after / 1000))
  const when = after < 0 ? 'before the delivery was complete' : `${seconds} s after the message arrived`
  const what = kind === 'click' ? 'The link was followed' : 'The image was fetched'
  return machine('Prefetched', `${what} ${when}, which is too fast for a person.`)
}

/** Finds clicks on several links within seconds, from the same IP address or all from unknown ones. */
function burstsIn(events: readonly Doubted[]): Set<Doubted> {
  const found = new Set<Doubted>()
  const clicks = events.filter((event) => event.kind === 'click' && event.date !== null && event.url !== '')
  for (const first of clicks) {
    const together = clicks.filter(
      ({ date, ip }) => ip === first.ip && date! >= first.date! && date! <= first.date! + burstWindow,
    )
    if (new Set(together.map(({ url }) => url)).size < burstLinks) continue
    for (const click of together) found.add(click)
  }
  return found
}

function burst(): Doubt {
  return machine(
    'Security scanner',
    `At least ${burstLinks} different links were followed within ${burstWindow / 1000} s, which is typical of scanners.`,
  )
}

function machine(label: string, reason: string): Doubt {
  return { kind: 'machine', label, reason }
}

function nameIn(names: readonly Named[], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}

function isGoogle(ip: string): boolean {
  return googleNetworks.some(({ start, first, size }) => {
    // A cheap check comes first: there may be a million opens with an address, and few of these addresses match.
    if (!ip.startsWith(start)) return false
    const address = ipv4(ip)
    return address !== null && address >= first && address < first + size
  })
}

function ipv4(text: string): number | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let address = 0
  for (const part of parts) {
    const number = Number(part)
    if (!Number.isInteger(number) || number < 0 || number > 255) return null
    address = address * 256 + number
  }
  return address
}
