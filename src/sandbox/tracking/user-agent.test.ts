import { expect, test } from 'vitest'
import { readLanguage, readUserAgent } from './user-agent.ts'

const agents: readonly [agent: string, referer: string | undefined, expected: Record<string, unknown>][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0',
    undefined,
    { operatingSystem: 'Windows 10', browser: 'Edge 124', deviceType: 'desktop', webmail: '' },
  ],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    undefined,
    { webmail: 'Gmail', browser: 'Firefox 11' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.6.0',
    undefined,
    { operatingSystem: 'Linux', browser: 'Thunderbird 115' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    undefined,
    { operatingSystem: 'iOS 17', deviceType: 'mobile', browser: 'iPhone Mail 17' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_3) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    undefined,
    { operatingSystem: 'macOS 14.3', browser: 'Apple Mail' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'https://outlook.live.com/mail/0/',
    { browser: 'Safari 17', webmail: 'Outlook.com' },
  ],
  [
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.5056)',
    undefined,
    { browser: 'Outlook 16' },
  ],
]

test.each(agents)('%s', (agent, referer, expected) => {
  expect(readUserAgent(agent, referer)).toMatchObject(expected)
})

test('nothing known is said so, and a long header costs nothing', () => {
  expect(readUserAgent(undefined, undefined)).toMatchObject({ operatingSystem: 'Unknown', deviceType: 'unknown' })
  expect(readUserAgent('iPhone '.repeat(100_000), undefined).deviceType).toBe('mobile')
})

test('the first language is read', () => {
  expect(readLanguage('fr-CH, fr;q=0.9, en;q=0.8')).toBe('fr-CH')
  expect(readLanguage('*')).toBe('')
})
