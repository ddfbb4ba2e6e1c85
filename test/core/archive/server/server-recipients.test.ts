import { expect } from 'vitest'
import type { FindRecipients } from '#shared/domain/recipients/recipient.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import { createRandom, generateMessages } from '../support/generate.ts'
import { patiently } from '../support/patiently.ts'
import { openBoth, secondsApart } from '../support/both-archives.ts'
import { onServer } from '../support/open-server.ts'

const limit = 8
const texts = ['jane', 'Zoe', 'kal', 'lami', 'mail1', 'org example', 'chloe mail2', 'soeren', 'Łuk', 'e', 'nobody.at']
const odd = [
  'no-sign',
  'two@signs@example.org',
  'a\nb@example.org',
  'ÉLODIE@MAIL.example',
  'x@ä.example',
  '@only.example',
  'a_b%c@jäne.example',
  'éjane@x.example',
  '发票@x.example',
]

async function compared(archives: Awaited<ReturnType<typeof openBoth>>, request: FindRecipients) {
  const found = await archives.server.findRecipients(request)
  expect(found, JSON.stringify(request)).toEqual(patiently(() => archives.file.findRecipients(request)))
  return found
}

onServer('finds the same people as the file by any part of an address', { timeout: 60_000 }, async () => {
  const records = secondsApart(generateMessages({ count: 1500 })).map((record, at) => ({
    ...record,
    email: at % 25 === 0 ? odd[(at / 25) % odd.length]! : record.email,
  }))
  const archives = await openBoth(records)
  for (const text of [...texts, ...odd, '票', 'b%', 'a_', '', '@', 'x example'])
    await compared(archives, { text, limit })
  const random = createRandom(4)
  const pick = (most: number) => Math.floor(random() * most)
  for (let round = 0; round < 60; round++) {
    const { email } = records[pick(records.length)]!
    const begin = pick(Math.max(1, email.length - 3))
    const text = email.slice(begin, begin + 3 + pick(8))
    await compared(archives, { text, limit: 1 + pick(12) })
  }
})

onServer('ranks people who are known by their names as the file does', async () => {
  const records = secondsApart(generateMessages({ count: 500 }))
  const archives = await openBoth(records)
  const byAddress = (await compared(archives, { text: 'jane', limit: 4 })).recipients
  const [first, second] = [byAddress[3]!.email, records[7]!.email]
  const people = [second.toUpperCase(), first.toUpperCase(), 'away@example.org']
  for (const text of ['jane', 'mail', 'jane mail', 'e']) {
    for (const most of [2, 3, limit, 100]) {
      await compared(archives, { text, limit: most, named: people })
      await compared(archives, { text, limit: most, mixed: people })
      await compared(archives, { text, limit: most, named: people.slice(1), mixed: people })
    }
  }
})

onServer('counts the messages of an exact address, respects erasures, and searches beyond the newest', async () => {
  const long = (end: string) => `${'a'.repeat(150)}.${end}@shop.example`
  const records = secondsApart(generateMessages({ count: 700 })).map((record, at) => ({
    ...record,
    email:
      at < 2
        ? long(String(at))
        : at < 5
          ? `zolt${at}@x.example`
          : at < 690
            ? `p${at % 640}xzolt@many.example`
            : record.email,
  }))
  const archives = await openBoth(records)
  expect((await compared(archives, { text: 'aaaa', limit })).recipients).toMatchObject([{ messages: 1 }])
  await compared(archives, { text: 'q', limit, named: [long('0'), long('1'), long('2')] })
  // Six hundred addresses with the same rank are more than one read returns.
  for (const text of ['many', 'any', 'p5']) await compared(archives, { text, limit: 600 })
  // The three oldest rank higher than all others.
  await compared(archives, { text: 'zolt', limit })
  const erased = records[300]!.email
  const { file, server } = archives.writers
  const scope = { query: recipientQuery(erased), context: { now: 0, zone: 'UTC' } }
  const rows = patiently(() => archives.file.rows(scope, [{ first: 0, last: 100 }]))
  file.erase(erased, [...rows], Date.UTC(2026, 0))
  await server.erase(erased, Date.UTC(2026, 0))
  expect((await compared(archives, { text: erased, limit })).recipients.map(({ email }) => email)).not.toContain(erased)
  await archives.bring([{ ...records[400]!, id: 'later', createdDate: Date.UTC(2026, 0, 1) }])
  for (const text of ['many', records[400]!.email]) await compared(archives, { text, limit })
})
