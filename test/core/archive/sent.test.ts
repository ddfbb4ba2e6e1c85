import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { KeptSend } from '#core/archive/index.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const at = Date.UTC(2026, 0, 2)
const content = { text: 'What it said.\n', html: '<p>What it said.</p>', columns: [] }
const message = { at, text: content.text, html: content.html }
const to = (...addresses: string[]): KeptSend => ({ at, content, to: addresses.map((address) => ({ address })) })

describe('a message that Mailroom sent', () => {
  it('is found by its send id, even after the archive was reopened', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    expect(await archive.sent('one', 'ada@example.org')).toBeNull()
    expect(await archive.keepSent('one', to('ada@example.org'))).toBe(true)
    expect(await archive.sent('one', 'ada@example.org')).toEqual(message)
    await archive.close()
    expect(await (await openArchive({ folder })).sent('one', 'ada@example.org')).toEqual(message)
  })

  it('keeps its first content until it is removed', async () => {
    const archive = await openArchive()
    await archive.keepSent('one', to('ada@example.org'))
    const other = { ...to('eve@example.org'), content: { ...content, text: 'Another' } }
    expect(await archive.keepSent('one', other)).toBe(false)
    expect(await archive.sent('one', 'ada@example.org')).toEqual(message)
    await archive.removeSent('one')
    expect(await archive.sent('one', 'ada@example.org')).toBeNull()
  })

  it('is removed with its last recipient, and is not kept for erased people', async () => {
    const archive = await openArchive()
    const sentTo = (sendId: string) => archive.sent(sendId, 'eve@example.org')
    await archive.keepSent('both', to('Ada@Example.org', 'eve@example.org'))
    await archive.keepSent('ada', to('ada@example.org'))
    await archive.erase('ada@example.org')
    expect([await sentTo('both'), await sentTo('ada')]).toEqual([message, null])
    expect(await archive.keepSent('late', to('ADA@example.org'))).toBe(false)
    expect(await sentTo('late')).toBeNull()
    await archive.erase('eve@example.org')
    expect(await sentTo('both')).toBeNull()
  })

  it('is pruned with the messages of its time', async () => {
    const archive = await openArchive()
    const sent = (sendId: string) => archive.sent(sendId, 'ada@example.org')
    await archive.keepSent('old', to('ada@example.org'))
    await archive.keepSent('new', { ...to('ada@example.org'), at: at + 1000 })
    await archive.prune(at / 1000 + 1)
    expect([await sent('old'), await sent('new')]).toEqual([null, { ...message, at: at + 1000 }])
  })

  it('is shown to each recipient with their own values, escaped in HTML', async () => {
    const archive = await openArchive()
    const letter = { text: 'Hi {{Name}}, {{gone}}', html: '<b>{{name}}</b>', columns: ['name', 'gone'] }
    const people = [{ address: 'Ada@example.org', values: ['Ada <3', null] }, { address: 'cc@example.org' }]
    await archive.keepSent('one', { at, content: letter, to: people })
    expect(await archive.sent('one', 'ada@EXAMPLE.org')).toEqual({
      at,
      text: 'Hi Ada <3, {{gone}}',
      html: '<b>Ada &lt;3</b>',
    })
    expect(await archive.sent('one', 'cc@example.org')).toMatchObject({ html: '<b>{{name}}</b>' })
  })

  it('is stored once for all of its batches, and removed with the last of them', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    const batch = (sendId: string, address: string) => archive.keepSent(sendId, { ...to(address), contentId: 'letter' })
    await batch('first', 'ada@example.org')
    await batch('second', 'eve@example.org')
    const contents = () => {
      const database = new DatabaseSync(join(folder, 'archive.sqlite'), { readOnly: true })
      const { n } = database.prepare('SELECT count(*) AS n FROM sent_content').get() as { n: number }
      database.close()
      return n
    }
    expect(contents()).toBe(1)
    await archive.removeSent('first')
    expect([contents(), await archive.sent('second', 'eve@example.org')]).toEqual([1, message])
    await archive.erase('eve@example.org')
    expect(contents()).toBe(0)
  })

  it('is still found where an earlier version kept it', async () => {
    const folder = await temporaryFolder()
    await (await openArchive({ folder })).close()
    const database = new DatabaseSync(join(folder, 'archive.sqlite'))
    database.exec(`INSERT INTO sent (sendId, at, content) VALUES ('old', ${at}, '{"text":"From before"}')`)
    database.exec("INSERT INTO sent_to (recipient, sendId) VALUES ('ada@example.org', 'old')")
    database.close()
    const archive = await openArchive({ folder })
    expect(await archive.sent('old', 'ada@example.org')).toEqual({ at, text: 'From before', html: '' })
  })
})
