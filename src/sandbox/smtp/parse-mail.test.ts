import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

const mail = (parts: number) =>
  Buffer.from(
    `From: a@a.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\na\r\n'.repeat(parts)}--b--\r\n`,
  )

test('a mail with more parts than any program writes is refused before it is parsed', async () => {
  await expect(parseMail(mail(10_001))).rejects.toThrow('The mail has more than 10,000 parts.')
  expect((await parseMail(mail(100))).text).toContain('a')
})

test('a mail with more short lines than fit into memory is refused, and a large base64 file is not', async () => {
  const head = 'From: a@a.example\r\n'
  const lines = Buffer.from(`${head}\r\n${'..\r\n'.repeat(200_001)}`)
  await expect(parseMail(lines)).rejects.toThrow('more than 200,000 short lines')
  const file = `${head}Content-Transfer-Encoding: base64\r\n\r\n${`${'QUFB'.repeat(19)}\r\n`.repeat(200_001)}`
  expect((await parseMail(Buffer.from(file))).text).toHaveLength(200_001 * 57)
})
