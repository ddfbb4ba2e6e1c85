import { describe, expect, it } from 'vitest'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const at = Date.UTC(2026, 0, 2)
const message = { at, text: 'What it said.\n' }

describe('a message that Mailroom sent', () => {
  it('is found by its send id, even after the archive was reopened', async () => {
    const folder = await temporaryFolder()
    const archive = await openArchive({ folder })
    expect(await archive.sent('one')).toBeNull()
    expect(await archive.keepSent('one', message, ['ada@example.org'])).toBe(true)
    expect(await archive.sent('one')).toEqual(message)
    await archive.close()
    expect(await (await openArchive({ folder })).sent('one')).toEqual(message)
  })

  it('keeps its first content until it is removed', async () => {
    const archive = await openArchive()
    await archive.keepSent('one', message, ['ada@example.org'])
    expect(await archive.keepSent('one', { at, text: 'Another' }, ['eve@example.org'])).toBe(false)
    expect(await archive.sent('one')).toEqual(message)
    await archive.removeSent('one')
    expect(await archive.sent('one')).toBeNull()
  })

  it('is removed with its last recipient, and is not kept for erased people', async () => {
    const archive = await openArchive()
    await archive.keepSent('both', message, ['Ada@Example.org', 'eve@example.org'])
    await archive.keepSent('ada', message, ['ada@example.org'])
    await archive.erase('ada@example.org')
    expect([await archive.sent('both'), await archive.sent('ada')]).toEqual([message, null])
    expect(await archive.keepSent('late', message, ['ADA@example.org'])).toBe(false)
    expect(await archive.sent('late')).toBeNull()
    await archive.erase('eve@example.org')
    expect(await archive.sent('both')).toBeNull()
  })

  it('is pruned with the messages of its time', async () => {
    const archive = await openArchive()
    await archive.keepSent('old', message, ['ada@example.org'])
    await archive.keepSent('new', { ...message, at: at + 1000 }, ['ada@example.org'])
    await archive.prune(at / 1000 + 1)
    expect([await archive.sent('old'), await archive.sent('new')]).toEqual([null, { ...message, at: at + 1000 }])
  })
})
