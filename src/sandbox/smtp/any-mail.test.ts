import { expect, test } from 'vitest'
import { readAnyMail } from './any-mail.ts'

const mail = (parts: number) =>
  Buffer.from(
    `From: a@a.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\na\r\n'.repeat(parts)}--b--\r\n`,
  )

test('a mail of more parts than any program writes is refused before it is read', async () => {
  await expect(readAnyMail(mail(10_001))).rejects.toThrow('The mail has more than 10000 parts.')
  expect((await readAnyMail(mail(100))).text).toContain('a')
})
