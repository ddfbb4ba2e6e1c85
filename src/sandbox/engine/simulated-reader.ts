import type { UserAgent } from '../store/index.ts'

/**
 * The readers simulated for addresses that request opens and clicks. Their IP addresses are reserved for documentation.
 */
const readers: readonly UserAgent[] = [
  reader('203.0.113.10', 'France', 'Île-de-France', 'Paris', '75001', 48.8566, 2.3522, {
    operatingSystem: 'iOS 17',
    language: 'fr-FR',
    browser: 'iPhone Mail 17',
    webmail: '',
    deviceType: 'mobile',
  }),
  reader('203.0.113.20', 'Germany', 'Berlin', 'Berlin', '10115', 52.52, 13.405, {
    operatingSystem: 'Windows 10',
    language: 'de-DE',
    browser: 'Outlook 16',
    webmail: '',
    deviceType: 'desktop',
  }),
  reader('198.51.100.30', 'United States', 'New York', 'New York', '10001', 40.7128, -74.006, {
    operatingSystem: 'Windows 10',
    language: 'en-US',
    browser: 'Chrome 124',
    webmail: 'Gmail',
    deviceType: 'desktop',
  }),
  reader('198.51.100.40', 'United Kingdom', 'England', 'London', 'EC1A', 51.5072, -0.1276, {
    operatingSystem: 'macOS 14.3',
    language: 'en-GB',
    browser: 'Apple Mail',
    webmail: '',
    deviceType: 'desktop',
  }),
]

function reader(
  ip: string,
  country: string,
  region: string,
  city: string,
  postcode: string,
  latitude: number,
  longitude: number,
  program: Pick<UserAgent, 'operatingSystem' | 'language' | 'browser' | 'webmail' | 'deviceType'>,
): UserAgent {
  return { ip, latitude, longitude, country, region, city, postcode, ...program }
}

/** The same address always has the same reader. */
export function simulatedReader(email: string): UserAgent {
  let sum = 0
  for (let i = 0; i < email.length; i++) sum = (sum * 31 + email.charCodeAt(i)) >>> 0
  return readers[sum % readers.length]!
}
