import { expect } from 'vitest'
import { addressOf, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { join, openColleague, openTeamAccount, type Mailroom } from './support/team-account.ts'

const january = { from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }

async function notesOf({ ask, accountId }: Mailroom): Promise<string[]> {
  const { notes } = await ask('notes.list', { accountId, ...january })
  return notes.map(({ text, sharedBy }) => (sharedBy === null ? text : `${text}, by ${sharedBy}`))
}

async function added(
  { ask, accountId }: Mailroom,
  text: string,
  isShared: boolean,
  id: string = crypto.randomUUID(),
): Promise<string> {
  await ask('notes.add', { accountId, id, day: '2026-01-15', text, isShared })
  return id
}

function changed({ ask, accountId }: Mailroom, id: string, text: string, isShared: boolean) {
  return ask('notes.change', { accountId, id, day: '2026-01-15', text, isShared })
}

/** Three users of one archive: Ada, who may write, the owner, and Bob, who may only read. */
async function openTeam() {
  const postgres = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
  const { mailroom: ada } = await openTeamAccount(as('ada'))
  const [owner, bob] = [await openColleague(ada), await openColleague(ada)]
  await join(owner, as('postgres'))
  await join(bob, as('bob'))
  return { ada, owner, bob }
}

onServer('a note belongs to this computer or to the team, as its author chooses', async () => {
  const { ada, owner, bob } = await openTeam()
  const heard: string[] = []
  bob.app.subscribe(({ name }) => heard.push(name))
  await added(ada, 'Mine', false)
  const id = await added(ada, 'New sender', true)
  expect(await notesOf(owner)).toEqual(['New sender, by ada'])
  expect(await notesOf(bob)).toEqual(['New sender, by ada'])
  await eventually(() => expect(heard).toContain('archive.changed'))

  await changed(owner, id, 'New sender and footer', true)
  expect(await notesOf(ada)).toEqual(expect.arrayContaining(['Mine', 'New sender and footer, by ada']))
  await changed(ada, id, 'Only for me', false)
  expect(await notesOf(bob)).toEqual([])
  expect(await notesOf(ada)).toEqual(expect.arrayContaining(['Mine', 'Only for me']))
  await changed(ada, id, 'For all again', true)
  expect(await notesOf(ada)).toHaveLength(2)

  await owner.ask('notes.remove', { accountId: owner.accountId, id })
  expect(await notesOf(bob)).toEqual([])
  await ada.ask('notes.restore', { accountId: ada.accountId, id })
  expect(await notesOf(bob)).toEqual(['For all again, by ada'])

  // Bob may only read, so his change fails and stays in the dialog.
  await expect(added(bob, 'Mine too', true)).rejects.toMatchObject({ code: 'archive-read-only' })
  await expect(changed(bob, id, 'Different', true)).rejects.toMatchObject({ code: 'archive-read-only' })
  await added(bob, 'Mine too', false)
  expect(await notesOf(bob)).toHaveLength(2)
})

onServer('a note whose move was interrupted, so that it is in both places, can be changed and removed', async () => {
  const { ada, bob } = await openTeam()
  for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
    await added(ada, 'Before', false, id)
    await added(ada, 'Moved', true, id)
  }
  const { notes } = await ada.ask('notes.list', { accountId: ada.accountId, ...january })
  expect(notes.map(({ text }) => text)).toEqual(['Moved', 'Moved'])
  const [first, second] = notes
  await changed(ada, first!.id, 'Only for me', false)
  expect((await notesOf(ada)).toSorted()).toEqual(['Moved, by ada', 'Only for me'])
  expect(await notesOf(bob)).toEqual(['Moved, by ada'])
  await ada.ask('notes.remove', { accountId: ada.accountId, id: second!.id })
  expect(await notesOf(ada)).toEqual(['Only for me'])
})

onServer('notes written at the same time are both kept, and erasing a person removes only that person', async () => {
  const { ada, owner } = await openTeam()
  const texts = Array.from({ length: 6 }, (_, index) => `Note ${index}`)
  await Promise.all(texts.map((text, index) => added(index % 2 === 0 ? ada : owner, text, true)))
  await added(owner, 'Ann@example.org complained', true)
  await ada.ask('recipients.erase', { accountId: ada.accountId, email: 'ann@example.org' })
  const shared = [
    ...texts.map((text, index) => `${text}, by ${index % 2 === 0 ? 'ada' : 'postgres'}`),
    'erased complained, by postgres',
  ].sort()
  expect((await notesOf(owner)).sort()).toEqual(shared)

  await expect(added(ada, 'Six hundred'.repeat(100), true)).rejects.toMatchObject({ code: 'invalid-input' })
  await ada.ask('team.leave', { accountId: ada.accountId })
  // The archive file from before the move has no shared notes, and no team to share with.
  expect(await notesOf(ada)).toEqual([])
  await expect(added(ada, 'For whom', true)).rejects.toThrow('This account’s archive is on this computer')
})
