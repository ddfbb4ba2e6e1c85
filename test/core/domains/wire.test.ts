import { expect, it } from 'vitest'
import { isAskable, isQuestionOf, readWireMessage, writeQuestion } from '#core/domains/dns/wire.ts'

const name = 'shop.test'

/** A response to the test’s question, with these bytes as its records. */
function answer(records: readonly number[], count = 1): Buffer {
  const question = writeQuestion(7, name, 'TXT', true).subarray(0, 12 + name.length + 2 + 4)
  const message = Buffer.concat([question, Buffer.from(records)])
  message.writeUInt16BE(0x8180, 2)
  message.writeUInt16BE(count, 6)
  message.writeUInt16BE(0, 10)
  return message
}

/** A TXT record for the name in the question. */
const txt = (...data: number[]) => [0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]

it('reads the response to its question, and accepts nothing else', () => {
  const message = readWireMessage(answer(txt(2, 104, 105, 1, 33)))!
  expect(message.answers).toEqual([{ name, type: 'TXT', ttl: 60, value: 'hi!', strings: ['hi', '!'] }])
  expect(isQuestionOf(message, 7, 'SHOP.test', 'TXT')).toBe(true)
  expect(isQuestionOf(message, 8, name, 'TXT')).toBe(false)
  expect(isQuestionOf(message, 7, name, 'MX')).toBe(false)
  expect(isQuestionOf(message, 7, 'other.test', 'TXT')).toBe(false)
  expect(isQuestionOf(readWireMessage(writeQuestion(7, name, 'TXT', true))!, 7, name, 'TXT')).toBe(false)
})

it('fails on every truncation, circular pointer and wrong length', () => {
  const whole = answer(txt(2, 104, 105))
  for (let end = 0; end < whole.length; end++) expect(readWireMessage(whole.subarray(0, end))).toBeNull()
  const own = whole.length - txt(2, 104, 105).length
  expect(readWireMessage(answer([0xc0, own, ...txt(1, 104).slice(2)]))).toBeNull()
  expect(readWireMessage(answer([0xc0, own + 2, 0xc0, own, ...txt(1, 104).slice(2)]))).toBeNull()
  expect(readWireMessage(answer(txt(200, 104)))).toBeNull()
  expect(readWireMessage(answer(txt(1, 104), 60_000))).toBeNull()
  const long = Array.from({ length: 130 }, () => [1, 97]).flat()
  expect(readWireMessage(answer([...long, 0, ...txt(1, 104).slice(2)]))).toBeNull()
})

it('reads any bytes in limited time and without an error', () => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let round = 0; round < 5000; round++) {
    const message = answer(
      Array.from({ length: random() % 60 }, () => random() % 256),
      random() % 5,
    )
    message[random() % message.length] = random() % 256
    expect(() => readWireMessage(message)).not.toThrow()
  }
})

it('requests no name that is impossible in DNS', () => {
  expect(isAskable('mail._domainkey.shop.test')).toBe(true)
  for (const wrong of ['', 'a..b', 'ä.test', 'a b.test', `${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}test`]) {
    expect(isAskable(wrong), wrong).toBe(false)
  }
})
