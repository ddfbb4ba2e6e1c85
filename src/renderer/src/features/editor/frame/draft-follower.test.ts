import { expect, test } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import { DraftHost } from '#test/support/draft-host.ts'
import type { Host, Link } from '../../../lib/host/host.ts'
import { readDraft } from '../document/read-draft.ts'
import { DraftFollower } from './draft-follower.ts'

function open() {
  const disk = new DraftHost()
  const events = new Set<(event: AppEvent) => void>()
  const links = new Set<(link: Link) => void>()
  const host = {
    invoke: disk.invoke.bind(disk),
    subscribe: (listener: (event: AppEvent) => void) => (events.add(listener), () => events.delete(listener)),
    onLink: (listener: (link: Link) => void) => (links.add(listener), () => links.delete(listener)),
  } as unknown as Host
  const emitSaved = (id: string, revision: number) =>
    events.forEach((listener) => listener({ name: 'drafts.saved', payload: { id, revision } }))
  const become = (link: Link) => links.forEach((listener) => listener(link))
  return { disk, host, emitSaved, become, follower: new DraftFollower(host), read: () => readDraft(host, 'd') }
}

test('a draft that another window saved is shown as it is on disk', async () => {
  const { disk, emitSaved, follower, read } = open()
  const stop = follower.follow()
  const draft = await read()
  follower.show(draft)
  emitSaved(draft.id, disk.saveElsewhere({ content: { subject: 'Theirs' } }))
  await expect.poll(() => draft.content.subject).toBe('Theirs')
  stop()
})

test('a draft that another window saved while it was being read is shown as it is on disk', async () => {
  const { disk, emitSaved, follower, read } = open()
  follower.follow()
  const draft = await read()
  emitSaved(draft.id, disk.saveElsewhere({ content: { subject: 'Theirs' } }))
  follower.show(draft)
  await expect.poll(() => draft.content.subject).toBe('Theirs')
})

test('a draft that another window saved while Mailroom was away is shown as it is on disk', async () => {
  const { disk, become, follower, read } = open()
  follower.follow()
  const draft = await read()
  follower.show(draft)
  become('down')
  disk.saveElsewhere({ content: { subject: 'Theirs' } })
  become('up')
  await expect.poll(() => draft.content.subject).toBe('Theirs')
})
