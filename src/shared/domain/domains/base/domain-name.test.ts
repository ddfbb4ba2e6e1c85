import { expect, it } from 'vitest'
import { asciiDomain, isReservedDomain, lookAlike } from './domain-name.ts'
import { isServerAddress } from './ip-address.ts'

it('reads a domain as DNS has it, whatever form it was typed in', () => {
  expect(asciiDomain(' Example.COM. ')).toBe('example.com')
  expect(asciiDomain('bücher.example')).toBe('xn--bcher-kva.example')
  expect(asciiDomain('xn--bcher-kva.example')).toBe('xn--bcher-kva.example')
  expect(asciiDomain('mail._domainkey.example.com')).toBe('mail._domainkey.example.com')
  for (const wrong of [
    '',
    'example',
    '192.0.2.1',
    '[::1]',
    'a b.com',
    'a..com',
    '-a.com',
    'a.com/x',
    'user@a.com',
    'a.com:1',
    `${'a'.repeat(64)}.com`,
  ]) {
    expect(asciiDomain(wrong), wrong).toBeNull()
  }
})

it('knows names that never resolve', () => {
  expect(['shop.example', 'a.test', 'x.invalid'].every(isReservedDomain)).toBe(true)
  expect(['example.com', 'protest', 'shop.contest'].some(isReservedDomain)).toBe(false)
})

it('names what letters of other alphabets may be taken for', () => {
  expect(lookAlike('аррӏе.com')).toBe('looks like apple.com')
  expect(lookAlike('pаypal.com')).toBe('looks like paypal.com')
  expect(lookAlike('pйypal.com')).toBe('mixes letters of two alphabets')
  for (const honest of ['bücher.example', 'пример.example', '例え.example', 'apple.com'])
    expect(lookAlike(honest)).toBeNull()
})

it('reads addresses of resolvers, with or without a port', () => {
  for (const right of ['192.0.2.53', '192.0.2.53:5353', '::1', '[2001:db8::53]:53'])
    expect(isServerAddress(right), right).toBe(true)
  for (const wrong of ['', 'dns.example', '192.0.2', '192.0.2.53:0', '192.0.2.53:x', ':53'])
    expect(isServerAddress(wrong), wrong).toBe(false)
})
