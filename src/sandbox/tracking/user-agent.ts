import type { UserAgent } from '../store/index.ts'

type ReadingProgram = Pick<UserAgent, 'operatingSystem' | 'browser' | 'webmail' | 'deviceType'>

type Rule = readonly [pattern: RegExp, name: string]

const systems: readonly Rule[] = [
  [/iPad.{0,500}? OS (\d+)/, 'iPadOS $1'],
  [/iPhone.{0,500}? OS (\d+)/, 'iOS $1'],
  [/Android (\d+)/, 'Android $1'],
  [/Android/, 'Android'],
  [/Windows NT 10\.0/, 'Windows 10'],
  [/Windows NT 6\.3/, 'Windows 8.1'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X (\d+)[._](\d+)/, 'macOS $1.$2'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * More specific names first: the user agents of all Chromium browsers also contain “Chrome”, and Chrome’s also contains
 * “Safari”.
 */
const browsers: readonly Rule[] = [
  [/(?:Edg|Edge|EdgA|EdgiOS)\/(\d+)/, 'Edge $1'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera $1'],
  [/Vivaldi\/(\d+)/, 'Vivaldi $1'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet $1'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox $1'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome $1'],
  [/Version\/(\d+).{0,500}Safari\//, 'Safari $1'],
  [/(?:MSIE |Trident\/.{0,500}rv:)(\d+)/, 'Internet Explorer $1'],
  [/curl\/(\d+)/, 'curl $1'],
]

/** Recognises image proxies by their user agents, and webmails by the address of their page. */
const webmails: readonly Rule[] = [
  [/GoogleImageProxy|mail\.google\./i, 'Gmail'],
  [/YahooMailProxy|mail\.yahoo\./i, 'Yahoo! Mail'],
  [/outlook\.(?:live|office|office365)\.com/i, 'Outlook.com'],
  [/mail\.aol\./i, 'AOL Mail'],
  [/mail\.proton\.me|protonmail/i, 'Proton Mail'],
  [/www\.icloud\.com/i, 'iCloud Mail'],
  [/(?:webmail|messagerie|mail)\.orange\.fr/i, 'Orange'],
  [/laposte\.net/i, 'La Poste'],
  [/mail\.(?:gmx|web)\.|navigator\.web\.de/i, 'GMX'],
  [/(?:fastmail|zimbra|roundcube)/i, '$&'],
]

const applications: readonly Rule[] = [
  [/Microsoft Outlook (\d+)/, 'Outlook $1'],
  [/(?:MSOffice|ms-office;?) ?(\d+)/i, 'Outlook $1'],
  [/Outlook-(?:iOS|Android)/, 'Outlook Mobile'],
  [/Thunderbird\/(\d+)/, 'Thunderbird $1'],
  [/(?:Postbox|Airmail|Spark|Mailspring|eM ?Client|Evolution|KMail)[/ ](\d+)/i, '$&'],
  [/iPhone.{0,500}? OS (\d+)(?!.{0,500}Safari\/)/, 'iPhone Mail $1'],
  [/iPad.{0,500}? OS (\d+)(?!.{0,500}Safari\/)/, 'iPad Mail $1'],
  [/Macintosh.{0,500}AppleWebKit\/[\d.]+(?!.{0,500}Safari\/)/, 'Apple Mail'],
  [/^Mozilla\/5\.0$/, 'Apple Mail (privacy proxy)'],
  [/Android.{0,500}Mail/i, 'Android Mail'],
]

function named(rules: readonly Rule[], text: string): string {
  for (const [pattern, name] of rules) {
    const match = pattern.exec(text)
    if (match !== null) {
      return name.replace(/\$([&\d])/g, (_, group: string) => (group === '&' ? match[0] : (match[Number(group)] ?? '')))
    }
  }
  return ''
}

function device(agent: string): string {
  if (/iPad|Tablet|Android(?!.{0,500}Mobile)/.test(agent)) return 'tablet'
  if (/iPhone|Mobile|Android/.test(agent)) return 'mobile'
  return agent === '' || /Proxy|bot|crawl|curl/i.test(agent) ? 'unknown' : 'desktop'
}

/** Reads the two headers that show where a message was opened. Both are truncated, so that no header can make this slow. */
export function readUserAgent(userAgent: string | undefined, referer: string | undefined): ReadingProgram {
  const agent = (userAgent ?? '').slice(0, 500)
  const webmail = named(webmails, `${agent} ${(referer ?? '').slice(0, 300)}`)
  const browser = named(browsers, agent)
  const application = webmail === '' ? named(applications, agent) : ''
  return {
    operatingSystem: named(systems, agent) || 'Unknown',
    browser: application || browser || 'Unknown',
    webmail,
    deviceType: device(agent),
  }
}

/** Returns the reader’s first choice: `fr-CH, fr;q=0.9` becomes `fr-CH`. */
export function readLanguage(acceptLanguage: string | undefined): string {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*/.exec(acceptLanguage ?? '')?.[0] ?? ''
}
