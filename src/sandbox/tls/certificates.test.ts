import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { Certificates } from './certificates.ts'

function openCertificates(start: string, hosts: string[] = []) {
  const kept = new Map<string, string>()
  const clock = { now: Date.parse(start) }
  const settings = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, text: string) => kept.set(name, text),
  }
  const open = () => new Certificates(settings, hosts, () => clock.now)
  return { clock, open, certificates: open() }
}

const daysOf = ({ validFromDate, validToDate }: X509Certificate): number =>
  (validToDate.getTime() - validFromDate.getTime()) / msPerDay

test('the server’s certificate is signed by the authority and has all names', () => {
  const hosts = ['sandbox.internal', 'API.internal', '[fe80::1:2]', '10.0.0.1', '[::ffff:1.2.3.4]']
  const { certificates } = openCertificates('2026-03-01', hosts)
  const authority = new X509Certificate(certificates.authority)
  const server = new X509Certificate(certificates.server.certificate)
  expect(authority.ca).toBe(true)
  expect(authority.verify(authority.publicKey)).toBe(true)
  expect(server.ca).toBe(false)
  expect(server.verify(authority.publicKey)).toBe(true)
  expect(server.checkIssued(authority)).toBe(true)
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(server.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:sandbox.internal, DNS:api.internal, ' +
      'IP Address:FE80:0:0:0:0:0:1:2, IP Address:10.0.0.1, IP Address:0:0:0:0:0:FFFF:102:304',
  )
  expect(daysOf(authority)).toBeGreaterThan(3650)
  expect(daysOf(server)).toBeLessThan(398)
  expect(server.validFromDate.getTime()).toBeLessThan(Date.parse('2026-03-01'))
})

test('the server’s certificate is renewed thirty days before its end, by the same authority', () => {
  const { clock, certificates } = openCertificates('2026-03-01')
  const [authority, first] = [certificates.authority, certificates.server]
  clock.now = first.to - 31 * msPerDay
  expect(certificates.server).toBe(first)
  clock.now = first.to - 29 * msPerDay
  const second = certificates.server
  expect(second.to - clock.now).toBeGreaterThan(390 * msPerDay)
  expect(certificates.authority).toBe(authority)
})

test('the authority is kept for ten years, then replaced with its server’s certificate', () => {
  const { clock, open, certificates } = openCertificates('2046-03-01')
  const authority = new X509Certificate(certificates.authority)
  expect(open().authority).toBe(certificates.authority)
  clock.now = authority.validToDate.getTime() - 40 * msPerDay
  const last = certificates.server
  expect(last.to).toBe(authority.validToDate.getTime())
  clock.now = last.to - msPerDay
  const renewed = new X509Certificate(certificates.server.certificate)
  const replacement = new X509Certificate(open().authority)
  expect(replacement.subject).not.toBe(authority.subject)
  expect(renewed.verify(replacement.publicKey)).toBe(true)
  expect(certificates.authority).toBe(open().authority)
})
