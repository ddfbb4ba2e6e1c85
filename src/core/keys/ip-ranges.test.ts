import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithin, rangeProblem, readRange, sizeOf, withoutHostBits } from '#shared/domain/keys/ip-ranges.ts'

const address = fc.oneof(fc.ipV4(), fc.ipV6())
const nearly = fc.oneof(address, fc.string({ unit: fc.constantFrom(...'0123456789abf:./'), maxLength: 24 }))

describe('An address or a network', () => {
  test('is read exactly where Node reads one', () => {
    const text = nearly.filter((written) => !written.includes('/'))
    fc.assert(
      fc.property(text, (written) => {
        expect(readRange(written) !== null).toBe(isIP(written) > 0)
      }),
    )
  })

  test('has the addresses that a BlockList of Node has', () => {
    const ranges = fc.tuple(address, fc.nat(128), address)
    fc.assert(
      fc.property(ranges, ([network, bits, other]) => {
        const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
        const prefix = family === 'ipv4' ? bits % 33 : bits
        const list = new BlockList()
        list.addSubnet(network, prefix, family)
        // Node treats an IPv4 address written as IPv6 as the same address.
        fc.pre(!/^::ffff:/i.test(network) && !/^::ffff:/i.test(other) && isIP(network) === isIP(other))
        for (const checked of [network, other]) {
          expect(isWithin(checked, [`${network}/${prefix}`])).toBe(list.check(checked, family))
        }
      }),
    )
  })

  test.each([
    ['010.0.0.1', /leading zeros.*Write 10\.0\.0\.1\.$/],
    ['10.0.0.01/8', /Write 10\.0\.0\.1\/8\.$/],
    ['1.2.3', /four numbers/],
    ['10.0.0.0/33', /between 0 and 32\./],
    ['10.0.0.0/08', /between 0 and 32\./],
    ['::1/129', /between 0 and 128\./],
    ['10.0.0.0/', /between 0 and 32\./],
    ['10.0.0.0/8/8', /between 0 and 32\./],
    ['256.1.1.1', /is not an IP address/],
    ['shop.example', /is not an IP address/],
    [':::', /is not an IP address/],
    ['1:2:3:4:5:6:7:8:9', /is not an IP address/],
    ['fe80::1%eth0', /is not an IP address/],
    ['', /is not an IP address/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(rangeProblem(text)).toMatch(sentence)
  })

  test.each(['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::ffff:10.0.0.1', '::', '0.0.0.0/0', ' 10.0.0.1 '])(
    '%s is taken',
    (text) => expect(rangeProblem(text)).toBeUndefined(),
  )

  test.each([
    ['10.0.0.5/8', '10.0.0.0/8'],
    ['2001:db8::5/32', '2001:db8::/32'],
    ['1:0:0:2:0:0:0:3/127', '1:0:0:2::2/127'],
    ['10.0.0.0/8', null],
    ['10.0.0.5', null],
    ['nonsense', null],
  ])('%s with bits of a host means %s', (text, network) => {
    expect(withoutHostBits(text)).toBe(network)
  })

  test('says how many addresses a network has', () => {
    expect(['10.0.0.0/8', '10.0.0.0/31', '10.0.0.1', '10.0.0.1/32', '::/0'].map(sizeOf)).toEqual([
      16_777_216n,
      2n,
      null,
      null,
      2n ** 128n,
    ])
  })
})
