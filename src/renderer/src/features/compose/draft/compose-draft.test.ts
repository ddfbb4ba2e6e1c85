import { describe, expect, test, vi } from 'vitest'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import { ComposeDraft, type DraftPlace } from './compose-draft.svelte.ts'
import { OpenDrafts } from './open-drafts.ts'

const person = (address: string) => ({ address, name: '', values: [], parts: [] })
const [ada, eve] = [person('ada@example.org'), person('eve@example.org')]

function open() {
  const disk = new DraftHost()
  const host = disk as unknown as Host
  return { disk, host, draft: new ComposeDraft(host, draftOf({ subject: 'Hi' })) }
}

describe('A draft', () => {
  test('is saved within half a second, though the typing goes on, and only what changed', async () => {
    vi.useFakeTimers()
    try {
      const { disk, draft } = open()
      for (const subject of ['Hid', 'Hide', 'Hidden', 'Hidden f', 'Hidden fee']) {
        draft.change({ subject })
        await vi.advanceTimersByTimeAsync(100)
      }
      expect(disk.saves).toEqual([{ content: { subject: 'Hidden f' } }])
      await vi.advanceTimersByTimeAsync(100)
      expect(disk.saves.at(-1)).toEqual({ content: { subject: 'Hidden fee' } })
      expect(draft.isDirty).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is saved at once when it is left', async () => {
    const { disk, draft } = open()
    draft.change({ text: 'a' })
    draft.changePeople({ columns: ['name'], rows: [ada] })
    await draft.flush()
    const people = { columns: ['name'], at: 0, remove: 0, rows: [ada] }
    expect(disk.saves).toEqual([{ content: { text: 'a' }, people }])
    draft.changePeople({ columns: ['name'], rows: [ada, eve] })
    await draft.flush()
    expect(disk.saves[1]).toEqual({ people: { at: 1, remove: 0, rows: [eve] } })
  })

  test('saves what is typed while an earlier change is being saved', async () => {
    const { disk, draft } = open()
    const gate = Promise.withResolvers<void>()
    disk.gate = gate.promise
    draft.change({ text: 'a', subject: 's' })
    const saved = draft.flush()
    draft.change({ text: 'ab' })
    gate.resolve()
    await saved
    expect(disk.saves).toEqual([{ content: { text: 'a', subject: 's' } }, { content: { text: 'ab' } }])
  })

  test('keeps what a full disk refused, and saves it with the next change', async () => {
    const { disk, draft } = open()
    disk.isFull = true
    draft.change({ text: 'a', subject: 's' })
    await expect(draft.flush()).rejects.toThrow('The disk is full')
    expect(draft.problem?.code).toBe('disk-full')
    expect(draft.isDirty).toBe(true)
    disk.isFull = false
    draft.change({ text: 'ab' })
    await draft.flush()
    expect(draft.problem).toBeNull()
    expect(disk.saved).toEqual({ text: 'ab', subject: 's' })
  })

  test('leads to its places while its view is open', () => {
    const { draft } = open()
    const shown: DraftPlace[] = []
    const stop = draft.onGoTo((place) => shown.push(place))
    draft.goTo('subject')
    stop()
    draft.goTo('body')
    expect(shown).toEqual(['subject'])
  })
})

describe('A draft that was left', () => {
  test('is read again from the disk once it is saved', async () => {
    const { disk, host, draft } = open()
    const drafts = new OpenDrafts()
    draft.change({ text: 'a' })
    await drafts.leave(draft)
    expect(disk.saves).toHaveLength(1)
    expect(await drafts.open(host, draft.id)).not.toBe(draft)
  })

  test('is the same one as long as it could not be saved', async () => {
    const { disk, host, draft } = open()
    const drafts = new OpenDrafts()
    disk.isFull = true
    draft.change({ text: 'a' })
    await expect(drafts.leave(draft)).rejects.toThrow('The disk is full')
    expect(drafts.count).toBe(1)
    expect(await drafts.open(host, draft.id)).toBe(draft)
    disk.isFull = false
    await drafts.leave(draft)
    expect(drafts.count).toBe(0)
  })
})
