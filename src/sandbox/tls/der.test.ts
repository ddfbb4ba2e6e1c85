import { expect, test } from 'vitest'
import { bits, objectId, octets, sequence, tagged, taggedBytes, time, unsigned, utf8 } from './der.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test.each([
  ['00', '020100'],
  ['7f', '02017f'],
  ['80', '02020080'],
  ['0000ff', '020200ff'],
  ['010000', '0203010000'],
])('the whole number %s is written without a sign and without zeros in front', (bytes, der) => {
  expect(hex(unsigned(Buffer.from(bytes, 'hex')))).toBe(der)
})

test.each([
  [127, '047f'],
  [128, '048180'],
  [255, '0481ff'],
  [256, '04820100'],
  [70_000, '0483011170'],
])('a length of %d takes as many bytes as it needs', (length, head) => {
  const der = octets(Buffer.alloc(length))
  expect(hex(der.subarray(0, der.length - length))).toBe(head)
})

test.each([
  ['2.5.29.17', '0603551d11'],
  ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ['1.3.6.1.5.5.7.3.1', '06082b06010505070301'],
])('the identifier %s', (id, der) => {
  expect(hex(objectId(id))).toBe(der)
})

test.each([
  ['2026-01-02T03:04:05.678Z', '170d3236303130323033303430355a'],
  ['2049-12-31T23:59:59Z', '170d3439313233313233353935395a'],
  ['2050-01-01T00:00:00Z', '180f32303530303130313030303030305a'],
])('the time %s has two digits for its year until 2049', (date, der) => {
  expect(hex(time(Date.parse(date)))).toBe(der)
})

test('values within values', () => {
  expect(hex(sequence(utf8('ä'), tagged(3, bits(Buffer.of(0x80), 7)), taggedBytes(2, Buffer.from('a'))))).toBe(
    '300d0c02c3a4a304030207808201' + '61',
  )
})
