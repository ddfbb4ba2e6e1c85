import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TeamSend } from '#core/archive/port/team-sends.ts'
import { SentCopies } from '#core/archive/server/sent/sent-copies.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { joinServerArchive } from '../support/engines.ts'
import { createSchema, onServer, openDatabase } from '../support/open-server.ts'

const content = { text: 'Dear {{name}}', html: '<p>Dear {{name}}</p>', columns: ['name'] }

function sendTo(...to: TeamSend['to']): TeamSend {
  return { at: 1000, content, to }
}

const people = ['ada@shop.example', 'bob@shop.example', 'cc@shop.example']
const [ada, bob, cc] = [
  { address: people[0]!, values: ['Ada'] },
  { address: people[1]!, values: [null] },
  { address: people[2]! },
]

onServer('shows a colleague what was sent, with the values of each recipient', async () => {
  const created = await createSchema()
  const mine = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
  const theirs = await joinServerArchive({ ...created, name: 'Bob’s Mailroom' })
  expect(await mine.team.missing()).toBeNull()
  expect(await mine.team.keepSent('one', sendTo(ada, bob, cc))).toBe(true)
  expect(await theirs.team.sentCopy('one', 'ADA@shop.example')).toEqual({ at: 1000, content, values: ['Ada'] })
  expect(await theirs.team.sentCopy('one', bob.address)).toEqual({ at: 1000, content, values: [null] })
  expect(await theirs.team.sentCopy('one', cc.address)).toEqual({ at: 1000, content, values: null })
  expect(await theirs.team.sentCopy('two', cc.address)).toBeNull()
  // The same send is not copied again with another content.
  expect(await theirs.team.keepSent('one', { ...sendTo(ada), content: { ...content, text: 'Other' } })).toBe(false)
  expect((await mine.team.sentCopy('one', ada.address))?.content.text).toBe('Dear {{name}}')
  await theirs.team.removeSent('one')
  expect(await mine.team.sentCopy('one', ada.address)).toBeNull()
})

onServer('keeps a picture of many megabytes, thousands of recipients and any text', async () => {
  const database = await openDatabase()
  const sent = new SentCopies(database)
  const picture = `data:image/png;base64,${randomBytes(12_000_000).toString('base64')}`
  const odd = { text: 'nul \0 and half \uD800 {{name}}', html: `<img src="${picture}">`, columns: ['name'] }
  const to = Array.from({ length: 9000 }, (_none, at) => ({
    address: `p${at}@shop.example`,
    values: [`P \0\uDC00 ${at}`],
  }))
  const twice = [...to, { address: 'P0@shop.example', values: ['other'] }]
  const strange = { address: `\0"${'x'.repeat(5000)}"@shop.example`, values: ['strange'] }
  expect(await sent.keep('large', { at: 5, content: odd, to: [...twice, strange] })).toBe(true)
  expect(await sent.find('large', 'p8999@shop.example')).toEqual({ at: 5, content: odd, values: ['P \0\uDC00 8999'] })
  expect((await sent.find('large', 'p0@shop.example'))?.values).toEqual(['P \0\uDC00 0'])
  expect((await sent.find('large', strange.address))?.values).toEqual(['strange'])
  await sent.keep('same', { at: 6, content: odd, to: to.slice(0, 1) })
  expect(await database.first(sql`SELECT count(*) AS bodies FROM sent_body`)).toEqual({ bodies: 1 })
})

onServer('removes content with the last send that has it', async () => {
  const database = await openDatabase()
  const sent = new SentCopies(database)
  const left = async () => {
    return database.first(sql`SELECT (SELECT count(*) FROM sent_body) AS bodies, (SELECT count(*) FROM sent) AS sends,
      (SELECT count(*) FROM sent_to) AS people`)
  }
  for (const [at, send] of ['a', 'b', 'c'].entries()) await sent.keep(send, { ...sendTo(ada, bob), at: at * 10 })
  await sent.keep('d', { at: 40, content: { ...content, text: 'Other' }, to: [ada] })
  await sent.prune(10)
  expect(await left()).toEqual({ bodies: 2, sends: 3, people: 5 })
  await sent.prune(30)
  expect(await left()).toEqual({ bodies: 1, sends: 1, people: 1 })
  await sent.remove('d')
  await sent.remove('d')
  expect(await left()).toEqual({ bodies: 0, sends: 0, people: 0 })
})

onServer('erases a person from the archive, and stores nothing for them from then on', async () => {
  const database = await openDatabase()
  const sent = new SentCopies(database)
  const writer = new ServerWriter(database)
  await sent.keep('shared', sendTo(ada, bob))
  await sent.keep('alone', { ...sendTo(ada), content: { ...content, text: 'Only you' } })
  await writer.erase('ADA@shop.example', 1)
  expect((await sent.find('shared', ada.address))?.values).toBeNull()
  expect((await sent.find('shared', bob.address))?.values).toEqual([null])
  expect(await sent.find('alone', ada.address)).toBeNull()
  const rows = await database.query(sql`SELECT recipient FROM sent_to`)
  expect(rows).toEqual([{ recipient: 'bob@shop.example' }])
  expect(await database.first(sql`SELECT count(*) AS bodies FROM sent_body`)).toEqual({ bodies: 1 })
  expect(await sent.keep('later', sendTo({ ...ada, address: 'Ada@Shop.example' }))).toBe(false)
  expect(await sent.keep('both', sendTo(ada, bob))).toBe(true)
  expect((await database.query(sql`SELECT recipient FROM sent_to`)).length).toBe(2)
})

onServer('keeps the copies if an erasure fails', async () => {
  const database = await openDatabase()
  const sent = new SentCopies(database)
  await sent.keep('alone', sendTo(ada))
  await database.script('ALTER TABLE access ADD CHECK (messages IS NULL)')
  await expect(new ServerWriter(database).erase(ada.address, 1)).rejects.toThrow()
  expect((await sent.find('alone', ada.address))?.values).toEqual(['Ada'])
})

onServer('stores nothing of a person who is erased at the same time, in either order', async () => {
  const database = await openDatabase()
  const sent = new SentCopies(database)
  const writer = new ServerWriter(database)
  const rounds = Array.from({ length: 12 }, (_none, at) => ({ ...ada, address: `p${at}@shop.example` }))
  await Promise.all(
    rounds.flatMap((person, at) => [
      sent.keep(`send ${at}`, sendTo(person, { ...bob, address: `q${at}@shop.example` })),
      writer.erase(person.address, 1),
    ]),
  )
  const rows = await database.query(sql`SELECT recipient FROM sent_to ORDER BY recipient`)
  expect(rows.length).toBe(rounds.length)
  expect(rows.filter(({ recipient }) => String(recipient).startsWith('p'))).toEqual([])
})
