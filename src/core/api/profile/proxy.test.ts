import { expect, test } from 'vitest'
import { chooseProxy, hideProxyPassword, isProxySetting, proxyOrigin, withProxyPassword } from './proxy.ts'

const https = new URL('https://api.example.com/v1')
const http = new URL('http://api.example.com:8080/v1')

test.each([
  [https, undefined, {}, null],
  [https, undefined, { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128'],
  [https, undefined, { https_proxy: 'p:3128', HTTPS_PROXY: 'http://other' }, 'http://p:3128'],
  [https, undefined, { HTTP_PROXY: 'http://p' }, null],
  [http, undefined, { HTTP_PROXY: 'http://p' }, 'http://p'],
  [http, undefined, { ALL_PROXY: 'socks5://p' }, 'socks5://p'],
  [https, 'http://own:1', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, 'http://own:1'],
  [https, 'direct', { HTTPS_PROXY: 'http://p' }, null],
  [https, ' ', { HTTPS_PROXY: 'http://p' }, 'http://p'],
  [https, undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, null],
  [https, undefined, { HTTPS_PROXY: 'http://p', no_proxy: 'localhost, .example.com' }, null],
  [https, undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: '*.example.com' }, null],
  [https, undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:443' }, null],
  [https, undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:8443' }, 'http://p'],
  [https, undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: 'pi.example.com' }, 'http://p'],
  [new URL('http://127.0.0.1:9/v1'), 'http://own:1', { HTTP_PROXY: 'http://p' }, null],
  [new URL('http://[2001:db8::1]/v1'), undefined, { HTTP_PROXY: 'http://p', NO_PROXY: '[2001:db8::1]' }, null],
  [new URL('http://[2001:db8::1]/v1'), undefined, { HTTP_PROXY: 'http://p', NO_PROXY: '2001:db8::1' }, null],
])('%s with %j and %j goes through %s', (url, setting, environment, proxy) => {
  expect(chooseProxy(url, setting, environment)).toBe(proxy)
})

test.each([
  ['', true],
  [' Direct ', true],
  ['http://proxy.example', true],
  ['https://proxy.example:3128', true],
  ['socks5://proxy.example:1080', true],
  ['proxy.example:3128', true],
  ['[2001:db8::1]:3128', true],
  ['ada:secret@proxy.example:3128', true],
  ['foo', false],
  ['none', false],
  ['ada:secret@proxy.example', false],
  ['proxy.example:99999', false],
  ['ftp://proxy.example:21', false],
])('%j can be the proxy of an account: %s', (setting, isOne) => {
  expect(isProxySetting(setting)).toBe(isOne)
})

test.each([
  ['', '', ''],
  [' Direct ', 'Direct', 'direct'],
  ['proxy.example:3128', 'proxy.example:3128', 'http://proxy.example:3128'],
  ['ada@Proxy.example:3128', 'ada@Proxy.example:3128', 'http://proxy.example:3128'],
  ['http://ada:s3c%40ret@proxy.example:3128', 'http://ada:•••@proxy.example:3128', 'http://proxy.example:3128'],
  ['ada:p:w@d@proxy.example:3128', 'http://ada:•••@proxy.example:3128', 'http://proxy.example:3128'],
  ['socks5://ada:secret@Proxy.Example:1080', 'socks5://ada:•••@Proxy.Example:1080', 'socks5://proxy.example:1080'],
  ['http://:secret@proxy.example', 'http://:•••@proxy.example', 'http://proxy.example'],
])('%j is shown as %j and leads to %j', (setting, shown, origin) => {
  const hidden = hideProxyPassword(setting)
  expect(hidden.shown).toBe(shown)
  expect(proxyOrigin(setting)).toBe(origin)
  expect(hideProxyPassword(shown)).toEqual({ shown, password: null, isHidden: hidden.password !== null })
  if (hidden.password === null) return
  const used = new URL(withProxyPassword(shown, hidden.password))
  expect(used.password).toBe(new URL(setting.includes('//') ? setting : `http://${setting}`).password)
})
