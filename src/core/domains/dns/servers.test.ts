import { expect, test } from 'vitest'
import { mayNameServer } from './servers.ts'

test.each([
  ['1.1.1.1', '192.0.2.53', true],
  ['1.1.1.1', '10.0.0.1', false],
  ['1.1.1.1', '127.0.0.1', false],
  ['1.1.1.1', '169.254.169.254', false],
  ['2606:4700:4700::1111', '192.168.1.1', false],
  ['192.168.1.1', '10.0.0.1', true],
  ['127.0.0.1', '127.0.0.1', true],
  ['::1', '127.0.0.1', true],
  ['fd00::53', '10.0.0.1', true],
])('of what the resolver %s says, the server %s is asked: %s', (address, server, isAsked) => {
  expect(mayNameServer({ address }, server)).toBe(isAsked)
})
