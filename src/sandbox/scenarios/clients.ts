import type { UserAgent } from '../store/index.ts'

/** A program in which people read mail. If it is an application, `webmail` is empty and `browser` has its name. */
export type Client = Pick<UserAgent, 'webmail' | 'browser' | 'operatingSystem' | 'deviceType'> & { weight: number }

const client = (
  weight: number,
  deviceType: 'desktop' | 'mobile' | 'tablet' | 'unknown',
  operatingSystem: string,
  browser: string,
  webmail = '',
): Client => ({ webmail, browser, operatingSystem, deviceType, weight })

export const clients: readonly Client[] = [
  client(22, 'mobile', 'iOS 18', 'Apple Mail 18'),
  client(15, 'mobile', 'Android 15', 'Gmail 2026'),
  client(13, 'desktop', 'Windows 11', 'Chrome 142', 'Gmail'),
  client(9, 'desktop', 'Windows 11', 'Outlook 16'),
  client(6, 'desktop', 'macOS 15', 'Apple Mail 16'),
  client(5, 'desktop', 'Windows 11', 'Edge 142', 'Outlook.com'),
  client(4, 'desktop', 'Windows 10', 'Firefox 145', 'Yahoo Mail'),
  client(4, 'desktop', 'Linux', 'Thunderbird 140'),
  client(3, 'desktop', 'Windows 11', 'Firefox 145', 'GMX'),
  client(3, 'desktop', 'Windows 10', 'Chrome 142', 'Orange Mail'),
  client(3, 'mobile', 'Android 15', 'Samsung Email 6'),
  client(3, 'mobile', 'iOS 18', 'Outlook 4'),
  client(2, 'tablet', 'iPadOS 18', 'Apple Mail 18 (iPad)'),
  client(2, 'desktop', 'macOS 15', 'Safari 18', 'iCloud Mail'),
  client(2, 'desktop', 'Windows 11', 'Chrome 142', 'Proton Mail'),
  client(1, 'desktop', 'Windows 10', 'Windows Mail 16'),
  client(1, 'desktop', 'macOS 15', 'Outlook 16 for Mac'),
  client(1, 'desktop', 'Windows 11', 'eM Client 10'),
  client(1, 'mobile', 'Android 14', 'K-9 Mail 8'),
  client(1, 'desktop', 'Linux', 'Firefox 145', 'Roundcube'),
]

/** Programs that automatically fetch a message’s images and links when it arrives. */
export const fetchingClients = {
  privacyProxy: client(0, 'unknown', 'Unknown', 'Apple Mail (privacy proxy)'),
  scanner: client(0, 'unknown', 'Linux', 'Barracuda Link Protection'),
}
