import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { KeptSend } from '#core/bodies/index.ts'
import { damageTable } from './support/damage-table.ts'
import { filesWith, openBodies } from './support/open-bodies.ts'

const at = Date.UTC(2026, 0, 2)
const content = { text: 'What it said.\n', html: '<p>What it said.</p>', columns: [] }
const message = { at, text: content.text, html: content.html }
const to = (...addresses: string[]): KeptSend => ({ at, content, to: addresses.map((address) => ({ address })) })
const email = 'unmistakable.person@private.example'

function contentsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'bodies.sqlite'), { readOnly: true })
  const count = Number(database.prepare('SELECT count(*) AS n FROM body').get()!['n'])
  database.close()
  return count
}

describe('a message that Mailroom sent', () => {
  it('is found by its send id, even after the file was closed', async () => {
    const { bodies, id } = await openBodies()
    expect(await bodies.sent(id, 'one', 'ada@example.org')).toBeNull()
    expect(await bodies.keepSent(id, 'one', to('ada@example.org'))).toBe(true)
    expect(await bodies.sent(id, 'one', 'ada@example.org')).toEqual(message)
    await bodies.close(id)
    expect(await bodies.sent(id, 'one', 'ada@example.org')).toEqual(message)
  })

  it('keeps its first content until it is removed', async () => {
    const { bodies, id } = await openBodies()
    await bodies.keepSent(id, 'one', to('ada@example.org'))
    const other = { ...to('eve@example.org'), content: { ...content, text: 'Another' } }
    expect(await bodies.keepSent(id, 'one', other)).toBe(false)
    expect(await bodies.sent(id, 'one', 'ada@example.org')).toEqual(message)
    await bodies.removeSent(id, 'one')
    expect(await bodies.sent(id, 'one', 'ada@example.org')).toBeNull()
  })

  it('is removed with its last recipient, and is not kept for erased people', async () => {
    const { bodies, archives, id } = await openBodies()
    const sentTo = (sendId: string) => bodies.sent(id, sendId, 'eve@example.org')
    const erase = async (person: string) => {
      await (await archives.of(id)).erase(person)
      await bodies.erase(id, person)
    }
    await bodies.keepSent(id, 'both', to('Ada@Example.org', 'eve@example.org'))
    await bodies.keepSent(id, 'ada', to('ada@example.org'))
    await erase('ada@example.org')
    expect([await sentTo('both'), await sentTo('ada')]).toEqual([message, null])
    expect(await bodies.keepSent(id, 'late', to('ADA@example.org'))).toBe(false)
    expect(await sentTo('late')).toBeNull()
    await erase('eve@example.org')
    expect(await sentTo('both')).toBeNull()
  })

  it('is removed with the messages of its time', async () => {
    const { bodies, id } = await openBodies()
    const sent = (sendId: string) => bodies.sent(id, sendId, 'ada@example.org')
    await bodies.keepSent(id, 'old', to('ada@example.org'))
    await bodies.keepSent(id, 'new', { ...to('ada@example.org'), at: at + 1000 })
    await bodies.prune(id, at + 1000)
    expect([await sent('old'), await sent('new')]).toEqual([null, { ...message, at: at + 1000 }])
  })

  it('is shown to each recipient with their own values, escaped in HTML', async () => {
    const { bodies, id } = await openBodies()
    const letter = { text: 'Hi {{Name}}, {{gone}}', html: '<b>{{name}}</b>', columns: ['name', 'gone'] }
    const people = [{ address: 'Ada@example.org', values: ['Ada <3', null] }, { address: 'cc@example.org' }]
    await bodies.keepSent(id, 'one', { at, content: letter, to: people })
    expect(await bodies.sent(id, 'one', 'ada@EXAMPLE.org')).toEqual({
      at,
      text: 'Hi Ada <3, {{gone}}',
      html: '<b>Ada &lt;3</b>',
    })
    expect(await bodies.sent(id, 'one', 'cc@example.org')).toMatchObject({ html: '<b>{{name}}</b>' })
  })

  it('is stored once for all sends with the same content, and removed with the last of them', async () => {
    const { bodies, id, folder } = await openBodies()
    await bodies.keepSent(id, 'first', to('ada@example.org'))
    await bodies.keepSent(id, 'second', { ...to('eve@example.org'), at: at + 1 })
    expect(contentsIn(folder)).toBe(1)
    await bodies.removeSent(id, 'first')
    expect([contentsIn(folder), await bodies.sent(id, 'second', 'eve@example.org')]).toEqual([
      1,
      { ...message, at: at + 1 },
    ])
    await bodies.erase(id, 'eve@example.org')
    expect(contentsIn(folder)).toBe(0)
  })

  it('of 25 MB is returned complete', async () => {
    const { bodies, id } = await openBodies()
    const large = { ...content, html: 'größer'.repeat(4_000_000) }
    await bodies.keepSent(id, 'large', { at, content: large, to: [{ address: 'ada@example.org' }] })
    expect((await bodies.sent(id, 'large', 'ada@example.org'))?.html === large.html).toBe(true)
  })
})

describe('the file of what was sent', () => {
  it('contains no erased person, and neither does its log', async () => {
    const { bodies, id, folder } = await openBodies()
    for (let send = 0; send < 30; send++) {
      const people = Array.from({ length: 50 }, (_, index) => `send${send}-${index}-${email}`)
      await bodies.keepSent(id, `${send}`, to(...people, email))
    }
    await bodies.removeSent(id, '3')
    expect(await filesWith(folder, `send17-4-${email}`)).not.toEqual([])
    await bodies.erase(id, `send17-4-${email}`)
    expect(await filesWith(folder, `send17-4-${email}`)).toEqual([])
    // The text is also gone from a page that was freed before the erasure.
    expect(await filesWith(folder, `send3-4-${email}`)).not.toContain('bodies.sqlite')
    await bodies.erase(id, email)
    expect(await bodies.sent(id, '5', email)).toEqual(message)
    expect(await bodies.sent(id, '5', `send5-1-${email}`)).toEqual(message)
  })

  it('is set aside when it is damaged, until somebody is erased', async () => {
    const { bodies, room, notices, id, folder } = await openBodies()
    await bodies.keepSent(id, 'one', to(email))
    await bodies.close(id)
    await writeFile(join(folder, 'bodies.sqlite'), `no database, but ${email}`)
    expect(await bodies.keepSent(id, 'two', to(email))).toBe(true)
    expect(await bodies.sent(id, 'two', email)).toEqual(message)
    expect(notices.list()).toMatchObject([{ id: `bodies-${id}` }])
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^bodies\.sqlite\.damaged-\d+$/))
    await room.close?.()
    const size = room.keeps.size as { bodies: (of: string) => Promise<{ bytes: number } | null> }
    expect((await size.bodies(id))!.bytes).toBeGreaterThan(10_000)
  })

  it('does not prevent an erasure when it is damaged in the middle', async () => {
    const { bodies, id, folder } = await openBodies()
    const people = Array.from({ length: 2000 }, (_, index) => `${index}-${email}`)
    await bodies.keepSent(id, 'one', to(...people))
    await bodies.close(id)
    await damageTable(join(folder, 'bodies.sqlite'), 'sent_to')
    await bodies.erase(id, people[7]!)
    expect(await filesWith(folder, people[7]!)).toEqual([])
    expect(await bodies.keepSent(id, 'two', to('ada@example.org'))).toBe(true)
  })

  it('is replaced when it is damaged in the middle and old sends are removed, which every sync does', async () => {
    const { bodies, id, folder } = await openBodies()
    await bodies.keepSent(id, 'one', to(email))
    await bodies.close(id)
    await damageTable(join(folder, 'bodies.sqlite'), 'sent')
    await bodies.prune(id, Date.now())
    expect(await bodies.keepSent(id, 'two', to(email))).toBe(true)
  })

  it('of an account whose history was turned off is removed or kept, as the user chooses', async () => {
    const { bodies, id, folder } = await openBodies()
    await bodies.keepSent(id, 'one', to(email))
    await bodies.closeFor(id, 'keep')
    expect(await filesWith(folder, email)).toEqual(['bodies.sqlite'])
    await bodies.closeFor(id, 'delete')
    expect(await bodies.bytesOf(id)).toBeNull()
  })

  it('is neither created nor waited for if it does not exist', async () => {
    const { bodies, id } = await openBodies()
    await bodies.erase(id, email)
    expect(await bodies.bytesOf(id)).toBeNull()
  })
})
