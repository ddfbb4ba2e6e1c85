import { expect, test } from 'vitest'
import { asHost, listenedAddresses, reachedAddresses } from './listen-options.ts'

test('an address that includes 127.0.0.1 needs no second listener', () => {
  expect(listenedAddresses(undefined)).toEqual(['127.0.0.1'])
  expect(listenedAddresses('127.0.0.1')).toEqual(['127.0.0.1'])
  expect(listenedAddresses('0.0.0.0')).toEqual(['0.0.0.0'])
  expect(listenedAddresses('192.0.2.7')).toEqual(['127.0.0.1', '192.0.2.7'])
})

test('all addresses are those of this computer that the listener includes', () => {
  const own = () => ['127.0.0.1', '192.0.2.7', '2001:db8::7']
  expect(reachedAddresses(undefined, own)).toEqual([])
  expect(reachedAddresses('192.0.2.7', own)).toEqual(['192.0.2.7'])
  expect(reachedAddresses('0.0.0.0', own)).toEqual(['192.0.2.7'])
  expect(reachedAddresses('::', own).map(asHost)).toEqual(['192.0.2.7', '[2001:db8::7]'])
})
