import { expect, test } from 'vitest'
import { freeMail, GatheredMail } from './gathered-mail.ts'

const megabyte = 1_048_576
const chunk = (index: number): Buffer => Buffer.alloc(megabyte, `chunk ${index} `)

test.each([0, 1, 2, 7])('a mail of %i chunks is gathered as it arrived', (count) => {
  const chunks = Array.from({ length: count }, (_, index) => chunk(index))
  const mail = new GatheredMail(8 * megabyte)
  for (const one of chunks) mail.add(one)
  expect(mail.length).toBe(count * megabyte)
  expect(mail.take().equals(Buffer.concat(chunks))).toBe(true)
  expect(mail.length).toBe(0)
})

test('a large mail is freed, unless a file is a part of it', () => {
  const mail = new GatheredMail(8 * megabyte)
  for (let index = 0; index < 5; index++) mail.add(chunk(index))
  const whole = mail.take()
  freeMail(whole, [whole.subarray(9, 99)])
  expect(whole).toHaveLength(5 * megabyte)
  freeMail(whole, [Buffer.alloc(9)])
  expect(whole).toHaveLength(0)
})
