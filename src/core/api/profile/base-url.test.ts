import { expect, test } from 'vitest'
import { checkBaseUrl } from './base-url.ts'

test.each(['https://api.example.com/v1', 'http://127.0.0.1:8080/v1', 'http://[::1]:8080/v1', 'https://h/a/b/v1'])(
  '%s is good',
  (url) => {
    expect(checkBaseUrl(url)).toEqual({ ok: true, problem: null, corrected: null, plainHttp: false })
  },
)

test('a host name that the URL parser accepts and then refuses for its length is no URL', () => {
  expect(checkBaseUrl('NOT'.repeat(10_000))).toMatchObject({ ok: false, problem: expect.stringMatching('not a URL') })
})

test.each([
  ['https://api.example.com', 'https://api.example.com/v1', /version/],
  ['https://api.example.com/', 'https://api.example.com/v1', /version/],
  ['https://api.example.com/v1/', 'https://api.example.com/v1', /\/v1, in lower case/],
  ['https://api.example.com/V1', 'https://api.example.com/v1', /\/v1, in lower case/],
  [' https://api.example.com/v1\n', 'https://api.example.com/v1', /spaces/],
  ['https://api.exa mple.com/v1', 'https://api.example.com/v1', /spaces/],
  ['api.example.com/v1', 'https://api.example.com/v1', /begin with https/],
  ['localhost:8080/v1', 'http://localhost:8080/v1', /begin with https/],
  ['https://user:pass@api.example.com/v1', 'https://api.example.com/v1', /password/],
  ['https://api.example.com/v1?key=1', 'https://api.example.com/v1', /must not contain a query/],
  ['https://api.example.com/v1#x', 'https://api.example.com/v1', /must not contain a query/],
  ['https://api.example.com/v1/settings/apikeys', 'https://api.example.com/v1', /version/],
  ['https://api.example.com//mail//v1', 'https://api.example.com/mail/v1', null],
])('%j offers %s', (url, corrected, problem) => {
  const check = checkBaseUrl(url)
  if (problem === null) return expect(check.ok).toBe(true)
  expect(check.problem).toMatch(problem)
  expect(check).toMatchObject({ ok: false, corrected })
  expect(checkBaseUrl(check.corrected ?? '')).toMatchObject({ ok: true })
})

test.each(['', '   ', 'hello', 'ftp://example.com/v1', 'javascript:alert(1)', 'https://', 'http://:80/v1'])(
  '%j is no URL to call',
  (text) => {
    expect(checkBaseUrl(text)).toMatchObject({ ok: false, corrected: null })
  },
)

test('plain http is flagged unless the host is this machine', () => {
  expect(checkBaseUrl('http://api.example.com/v1')).toMatchObject({ ok: true, plainHttp: true })
  expect(checkBaseUrl('http://127.0.0.1.evil.example/v1').plainHttp).toBe(true)
  expect(checkBaseUrl('http://localhost.evil.example/v1').plainHttp).toBe(true)
  expect(checkBaseUrl('http://app.localhost/v1').plainHttp).toBe(true)
  for (const host of ['localhost', '127.9.9.9', '[::1]']) {
    expect(checkBaseUrl(`http://${host}:1234/v1`).plainHttp).toBe(false)
  }
})
