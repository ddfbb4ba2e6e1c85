import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { EventBus } from '#core/base/event-bus.ts'
import { noteFile, type StoredNote } from '#core/notes/note-shelf.ts'
import { Notes } from '#core/notes/notes.ts'
import { openArchive, silentLogger, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'

const january = { from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }

async function withAccount(): Promise<OpenApp> {
  const opened = await openApp()
  await opened.addAccount()
  return opened
}

async function textsOf({ ask, accountId }: OpenApp): Promise<string[]> {
  const { notes } = await ask('notes.list', { accountId, ...january })
  return notes.map(({ day, text }) => `${day} ${text}`)
}

async function added(opened: OpenApp, day: string, text: string): Promise<string> {
  const id = crypto.randomUUID()
  await opened.ask('notes.add', { accountId: opened.accountId, id, day, text })
  return id
}

it('keeps notes over a restart, with every edit, removal and undone removal', async () => {
  const opened = await withAccount()
  const { ask, accountId } = opened
  const first = await added(opened, '2026-01-15', 'New footer')
  const second = await added(opened, '2026-01-10', 'New sender')
  await ask('notes.change', { accountId, id: first, day: '2026-01-16', text: ' New footer in all mails ' })
  await ask('notes.remove', { accountId, id: second })
  await opened.restart()
  expect(await textsOf(opened)).toEqual(['2026-01-16 New footer in all mails'])
  await ask('notes.restore', { accountId, id: second })
  expect(await textsOf(opened)).toEqual(['2026-01-10 New sender', '2026-01-16 New footer in all mails'])
})

it('refuses an invalid note completely, with the reason', async () => {
  const opened = await withAccount()
  const { ask, accountId } = opened
  await expect(added(opened, '2026-02-30', 'Never')).rejects.toThrow('This date doesn’t exist.')
  await expect(added(opened, '2026-01-15', '  ')).rejects.toThrow('The note is empty.')
  const gone = { accountId, id: crypto.randomUUID() }
  await expect(ask('notes.remove', gone)).rejects.toThrow('This note no longer exists.')
  await expect(ask('notes.list', { accountId: '../other', ...january })).rejects.toThrow()
  expect(await textsOf(opened)).toEqual([])
})

it('removes a person who is erased, and the notes of a removed account', async () => {
  const opened = await withAccount()
  const { ask, accountId } = opened
  await added(opened, '2026-01-15', 'Ann@example.org complained')
  await ask('recipients.erase', { accountId, email: 'ann@example.org' })
  expect(await textsOf(opened)).toEqual(['2026-01-15 erased complained'])
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  await expect(textsOf(opened)).rejects.toThrow()
})

/** Opens notes in the form of an earlier version, which had no team. */
async function openNotes(stored: readonly Omit<StoredNote, 'sharedBy'>[] = []) {
  const [archive, data, clock] = [await openArchive(), await temporaryFolder(), new ManualClock()]
  await mkdir(join(data, 'notes'), { recursive: true })
  await writeFile(join(data, noteFile('shop')), JSON.stringify(stored))
  const account = { id: 'shop', storeHistory: true, teamServer: null }
  const emitted: string[] = []
  const events = new EventBus()
  events.subscribe(({ name }) => emitted.push(name))
  const notes = new Notes({
    ports: { clock, logger: silentLogger, paths: { data } },
    events,
    onBroken: () => undefined,
    accounts: { get: () => account },
    archives: { of: () => Promise.resolve(archive) },
  })
  onTestFinished(() => notes.closeAll())
  return { notes, archive, emitted }
}

const send: SendSummary = {
  id: crypto.randomUUID(),
  accountId: 'shop',
  subject: 'Spring news',
  to: [],
  recipients: 700,
  state: 'sending',
  at: Date.UTC(2026, 0, 15, 9),
  isScheduled: false,
  createdAt: 0,
  sent: 500,
  refused: 0,
  unknown: 0,
  absent: 0,
  underWay: 0,
  restOf: null,
  note: '',
}

it('records a large send once, when it has ended, with the number of recipients reached', async () => {
  const { notes, emitted } = await openNotes()
  notes.recordSend(send)
  notes.recordSend({ ...send, id: crypto.randomUUID(), state: 'sent', sent: 499 })
  notes.recordSend({ ...send, state: 'sent', sent: 690, refused: 10 })
  await notes.settled()
  notes.recordSend({ ...send, state: 'sent', sent: 690, refused: 10 })
  await notes.settled()
  const [note, ...others] = await notes.list('shop', january)
  expect(note).toMatchObject({ kind: 'large-send', day: '2026-01-15', moment: send.at })
  expect(note?.text).toBe('Large send: “Spring news” to 690 recipients')
  expect(others).toEqual([])
  expect(emitted).toEqual(['notes.changed'])
})

it('records a saved template once a day, however often it is saved', async () => {
  const { notes } = await openNotes()
  const saved = { name: 'order-sent', description: 'Order sent', at: Date.UTC(2026, 0, 15, 9) }
  notes.recordTemplate('shop', saved)
  await notes.settled()
  for (const hours of [1, 24]) notes.recordTemplate('shop', { ...saved, at: saved.at + hours * 3600_000 })
  await notes.settled()
  const listed = await notes.list('shop', january)
  expect(listed.map(({ kind, day, text }) => `${kind} ${day} ${text}`)).toEqual([
    'template-saved 2026-01-15 Template saved: “Order sent”',
    'template-saved 2026-01-16 Template saved: “Order sent”',
  ])
})

it('does not record again what the user removed, and lets nobody edit automatic notes', async () => {
  const { notes } = await openNotes()
  const noted = { id: 'alert-1', kind: 'alert' as const, moment: send.at, text: 'Hard bounces', link: '#/alerts' }
  notes.record('shop', noted)
  await notes.settled()
  await expect(
    notes.change('shop', { id: 'alert-1', day: '2026-01-15', text: 'Fine', isShared: false }),
  ).rejects.toThrow('Only notes that you wrote can be edited.')
  await notes.remove('shop', 'alert-1')
  notes.record('shop', noted)
  await notes.settled()
  expect(await notes.list('shop', january)).toEqual([])
})

it('shows the gaps of the sync as long as they exist', async () => {
  const { notes, archive } = await openNotes()
  const second = (day: number) => Date.UTC(2026, 0, day) / 1000
  await archive.moveHorizon({ covered: { from: second(1), to: second(10) } })
  await archive.moveHorizon({ covered: { from: second(13), to: second(20) } })
  const [gap] = await notes.list('shop', january)
  expect(gap).toMatchObject({ kind: 'sync-gap', day: '2026-01-10', lastDay: '2026-01-12' })
  await archive.moveHorizon({ covered: { from: second(9), to: second(14) } })
  expect(await notes.list('shop', january)).toEqual([])
})

it('is full at 5,000 notes of the user, and removing one makes room', async () => {
  const full = Array.from({ length: 5000 }, (_, at) => {
    return {
      id: `note-${at}`,
      kind: 'hand' as const,
      day: '2026-01-15',
      moment: null,
      text: 'News',
      link: null,
      removedAt: null,
    }
  })
  const { notes } = await openNotes(full)
  const add = (id: string) => notes.add('shop', { id, day: '2026-01-20', text: 'One more', isShared: false })
  const sentence = 'You have written 5,000 notes for this account, the maximum. Remove some, then try again.'
  await expect(add('first')).rejects.toThrow(sentence)
  await notes.remove('shop', 'note-7')
  await add('second')
  await expect(notes.restore('shop', 'note-7')).rejects.toThrow(sentence)
  expect(await notes.list('shop', { ...january, from: '2026-01-20' })).toHaveLength(1)
})
