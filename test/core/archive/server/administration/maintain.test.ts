import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { maintain, type Maintained } from '#core/archive/server/administration/maintain.ts'
import type { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { SentCopies } from '#core/archive/server/sent/sent-copies.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { generateMessages } from '../../support/generate.ts'
import { packed } from '../../support/packed.ts'
import { teamArchive, versions, type Server } from './team-server.ts'
import { hasPostgres } from '../../support/open-server.ts'

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1)]
const email = 'Marigold.Quimby@quimby-family.example'
const [address, name] = [email.toLowerCase(), 'marigold']

/** Every tenth message is to one person, whose name is also in the subject, the metadata and the clicked link. */
const messages: readonly Message[] = [...generateMessages({ count: 3000, from, to })].map((message, at) =>
  at % 10 > 0
    ? message
    : {
        ...message,
        email,
        subject: `Marigold, your order ${at}`,
        meta: { customer: 'Marigold Quimby', order: String(at) },
        reason: `550 no mailbox ${email}`,
        clickDetails: [{ url: `https://shop.example/?to=${email}`, date: message.createdDate, userAgent: 'x' }],
      },
)

/** The archive’s owner, who doesn’t own the database. */
async function asOwner(server: Server): Promise<ServerDatabase> {
  await server.as('postgres').script('GRANT mailroom_owner TO ada')
  return server.as('ada')
}

async function filled(server: Server): Promise<ServerWriter> {
  const writer = new ServerWriter(server.as('ada'))
  await writer.import([packed(messages)])
  await writer.setSetting('report', { file: `for ${email}.csv` })
  const sent = new SentCopies(server.as('ada'))
  const content = { text: 'Dear {{name}}', html: '', columns: ['name'] }
  const theirs = { address: email, values: ['Marigold Quimby'] }
  await sent.keep('shared', { at: from, content, to: [theirs, { address: 'ada@shop.example', values: ['Ada'] }] })
  await sent.keep('alone', { at: from, content: { ...content, text: `Marigold`, columns: [] }, to: [theirs] })
  // This copy is removed before the person is erased.
  await sent.keep('removed', { at: from, content, to: [theirs] })
  await sent.remove('removed')
  // The state after months of use: the server has collected statistics, and changed rows are on its disk.
  await server.as('ada').script('SELECT analyze_archive()')
  return writer
}

/** The files that contain this text in any case, without the write-ahead log, which the server recycles. */
function filesWith({ data }: Server, text: string): string[] {
  const wanted = text.toLowerCase()
  return readdirSync(data, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(data, 'pg_wal'))) return []
    return readFileSync(path, 'latin1').toLowerCase().includes(wanted) ? [path.slice(data.length + 1)] : []
  })
}

function maintained(database: ServerDatabase, signal = new AbortController().signal): Promise<Maintained> {
  return maintain(database, { signal, onProgress: () => undefined })
}

describe.skipIf(!hasPostgres).each(versions)('on the server of %s', (bin) => {
  test('nothing of an erased person remains in the files of the server', async () => {
    const server = await teamArchive({ bin })
    const administrator = server.as('postgres')
    const writer = await filled(server)
    await administrator.script('CHECKPOINT')
    expect(filesWith(server, address).length).toBeGreaterThan(3)

    expect(await writer.erase(email, to)).toBe(300)
    const done = await maintained(administrator)
    expect(done).toEqual({
      removed: [],
      rewritten: ['2026_01', '2026_02', 'address', 'sent', 'sent_body', 'sent_to', 'setting', 'value', 'statistics'],
      waiting: [],
      analyzed: true,
    })
    await administrator.script('CHECKPOINT')
    for (const text of [address, name, 'quimby']) expect(filesWith(server, text), text).toEqual([])
    const [{ left } = { left: null }] = await administrator.query(sql`SELECT count(*) AS left FROM message`)
    expect(left).toBe(2700)
    expect(await maintained(administrator)).toEqual({ removed: [], rewritten: [], waiting: [], analyzed: true })
  })

  test('nothing remains of the only person in an archive, either', async () => {
    const server = await teamArchive({ bin })
    const writer = new ServerWriter(server.as('ada'))
    const old = { ...messages[0]!, id: 'old', createdDate: Date.UTC(1999, 0) }
    await writer.import([packed([old, ...messages.filter((message) => message.email === email)])])
    await server.as('ada').script('SELECT analyze_archive()')
    await writer.erase(email, to)
    const done = await maintained(server.as('postgres'))
    expect(done).toMatchObject({ removed: ['2026_01', '2026_02'], waiting: [] })
    await server.as('postgres').script('CHECKPOINT')
    for (const text of [address, name, 'quimby']) expect(filesWith(server, text), text).toEqual([])
    await writer.import([packed([{ ...old, email: 'ada@shop.example' }])])
  })

  test('data that an older transaction can read is kept for now, and statistics need permission to rewrite them', async () => {
    const server = await teamArchive({ bin })
    const writer = await filled(server)
    const ended = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    const reading = server.as('bob').snapshot(async (run) => {
      await run(sql`SELECT * FROM coverage`)
      begun.resolve(undefined)
      await ended.promise
    })
    await begun.promise
    await writer.erase(email, to)
    const ada = await asOwner(server)
    const beside = ['address', 'sent', 'sent_body', 'sent_to', 'setting', 'statistics', 'value']
    const waiting = ['2026_01', '2026_02', ...beside]
    expect(await maintained(ada)).toEqual({ removed: [], rewritten: [], waiting, analyzed: true })
    ended.resolve(undefined)
    await reading
    expect(await maintained(ada)).toMatchObject({
      rewritten: waiting.filter((name) => name !== 'statistics'),
      waiting: ['statistics'],
    })
    expect(await maintained(server.as('postgres'))).toMatchObject({ rewritten: ['statistics'], waiting: [] })
  })

  test.each(['ada', 'bob'])('%s, who is not an owner, is refused before anything is changed', async (user) => {
    const server = await teamArchive({ bin })
    const writer = await filled(server)
    await writer.erase(email, to)
    const rewrites = () => server.as('postgres').query(sql`SELECT month FROM rewrite ORDER BY month`)
    const before = await rewrites()
    await expect(maintained(server.as(user))).rejects.toMatchObject({ code: 'archive-owner-only' })
    expect(await rewrites()).toEqual(before)
  })

  test('empty months are removed, and a cancelled run ends between two months', async () => {
    const server = await teamArchive({ bin })
    const writer = await filled(server)
    await writer.erase(email, to)
    await server.as('ada').script('DELETE FROM message WHERE created < 1769904000000')
    const cancelled = new AbortController()
    const notes: string[] = []
    const onProgress = (note: string): void => {
      notes.push(note)
      cancelled.abort()
    }
    const first = await maintain(await asOwner(server), { signal: cancelled.signal, onProgress })
    expect(notes).toEqual(['2026_02'])
    expect(first).toEqual({
      removed: ['2026_01'],
      rewritten: ['2026_02'],
      waiting: ['address', 'sent', 'sent_body', 'sent_to', 'setting', 'statistics', 'value'],
      analyzed: false,
    })
    const months = await server.as('bob').query(sql`SELECT name FROM month ORDER BY first`)
    expect(months.map(({ name }) => name)).toEqual(['before', '2026_02', 'after'])
  })
})
