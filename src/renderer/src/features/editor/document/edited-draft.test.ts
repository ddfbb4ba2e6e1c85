import { describe, expect, test, vi } from 'vitest'
import { DraftHost, draftOf, partOf } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { DraftTarget } from './draft-target.ts'
import { EditedDraft } from './edited-draft.svelte.ts'

const person = (address: string) => ({ address, name: '', values: [] as string[], parts: [] })
const [ada, eve] = [person('ada@example.org'), person('eve@example.org')]

function open() {
  const disk = new DraftHost()
  const host = disk as unknown as Host
  return { disk, host, draft: new EditedDraft(host, draftOf({})) }
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

  test('that ended elsewhere hands over what is not saved, and is saved no more', async () => {
    const { disk, draft } = open()
    disk.isFull = true
    draft.change({ subject: 'typed' })
    const saved = draft.flush().catch(() => undefined)
    draft.change({ subject: 'typed since' })
    expect(await draft.handOver()).toEqual({ subject: 'typed since' })
    await saved
    disk.isFull = false
    await draft.flush()
    expect([disk.saves, draft.problem]).toEqual([[], null])
  })

  test('leads to its parts while its view is open', () => {
    const { draft } = open()
    const shown: DraftTarget[] = []
    const stop = draft.onGoTo((target) => shown.push(target))
    draft.goTo('subject')
    stop()
    draft.goTo('body')
    expect(shown).toEqual(['subject'])
  })
})

describe('A draft that is open in two windows', () => {
  const subject = async (draft: EditedDraft, of: string) => {
    draft.change({ subject: of })
    await draft.flush()
  }

  test('shows what the other one saved', async () => {
    const { disk, draft } = open()
    await draft.follow(disk.saveElsewhere({ content: { text: 'a' }, people: { at: 0, remove: 0, rows: [ada] } }))
    expect(draft.content.text).toBe('a')
    expect(draft.people.rows).toEqual([ada])
    expect(draft.isDirty).toBe(false)
  })

  test('keeps other parts that both have changed at once', async () => {
    const { disk, draft } = open()
    disk.saveElsewhere({ content: { text: 'a' } })
    await subject(draft, 'b')
    expect(disk.saved).toEqual({ text: 'a', subject: 'b' })
    expect(draft.content).toMatchObject({ text: 'a', subject: 'b' })
  })

  test('keeps the files that both have added, and none that either has removed', async () => {
    const { disk, draft } = open()
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((id) => partOf(id, {}))
    draft.change({ parts: [one!, two!] })
    await draft.flush()
    disk.saveElsewhere({ content: { parts: [one!, three!] } })
    draft.change({ parts: [four!, one!, two!] })
    await draft.flush()
    expect(disk.saved.parts).toEqual([four, one, three])
    disk.saveElsewhere({ content: { parts: [four!, { ...one!, name: 'theirs.pdf' }, three!] } })
    draft.change({ parts: [four!, { ...one!, name: 'mine.pdf' }, three!] })
    await expect(draft.flush()).rejects.toThrow('also changed in another window: files.')
  })

  test('saves nothing of a part that both have changed until one is chosen', async () => {
    const { disk, draft } = open()
    disk.saveElsewhere({ content: { subject: 'theirs', text: 'a' } })
    await expect(subject(draft, 'mine')).rejects.toMatchObject({ code: 'draft-changed' })
    await expect(subject(draft, 'mine, too')).rejects.toMatchObject({ code: 'draft-changed' })
    expect(disk.saved.subject).toBe('theirs')
    expect(draft.content.subject).toBe('mine, too')
    // The page also saves automatically; if that fails now, the failure must not hide the user’s decision.
    disk.isFull = true
    await expect(draft.flush()).rejects.toMatchObject({ code: 'draft-changed' })
    expect(draft.problem).toMatchObject({ code: 'draft-changed' })
    disk.isFull = false
    await draft.keepThis()
    expect(disk.saved).toEqual({ subject: 'mine, too', text: 'a' })
    expect(draft.problem).toBeNull()
  })

  test('is not overwritten where it was typed while the other version was being read', async () => {
    const { disk, draft } = open()
    let held = ''
    draft.beforeFlush(() => (held === '' ? undefined : draft.change({ text: held })))
    const invoke = disk.invoke.bind(disk)
    disk.invoke = (name, input) => {
      if (name === 'drafts.get') held = 'mine'
      return invoke(name, input)
    }
    await draft.follow(disk.saveElsewhere({ content: { text: 'theirs' } }))
    expect(draft.content.text).toBe('mine')
    expect(draft.problem).toMatchObject({ code: 'draft-changed' })
  })

  test('takes the other version when that one is chosen', async () => {
    const { disk, draft } = open()
    disk.saveElsewhere({ content: { subject: 'theirs' } })
    await expect(subject(draft, 'mine')).rejects.toThrow('another window')
    draft.useOther()
    expect(draft.content.subject).toBe('theirs')
    expect(draft).toMatchObject({ isDirty: false, problem: null, other: null })
    await subject(draft, 'next')
    expect(disk.saved.subject).toBe('next')
  })

  test('does not bring back somebody who was erased meanwhile, and keeps what was written about others', async () => {
    const { disk, draft } = open()
    draft.change({ cc: [ada, eve] })
    draft.changePeople({ columns: ['name'], rows: [ada, eve] })
    await draft.flush()
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    draft.whenLeft(resolve)
    const before = draft.readPeople
    draft.change({ cc: [ada, eve, person('new@example.org')] })
    draft.changePeople({ columns: ['name'], rows: [ada, { ...eve, values: ['Eve'] }] })
    disk.saveElsewhere({ content: { cc: [eve] }, people: { at: 0, remove: 1, rows: [] } })
    await draft.flush()
    await gone
    expect(disk.saved.cc).toEqual([eve, person('new@example.org')])
    expect(draft.people.rows).toEqual([{ ...eve, values: ['Eve'] }])
    expect(draft.readPeople).not.toBe(before)
    await draft.follow(disk.saveElsewhere({ content: { text: 'a' } }))
    expect(draft.people.rows).toEqual([{ ...eve, values: ['Eve'] }])
  })

  test('finds its own save whose answer was lost', async () => {
    const { disk, draft } = open()
    disk.saveElsewhere({ content: { subject: 'b' }, people: { columns: [], at: 0, remove: 0, rows: [ada] } })
    draft.changePeople({ columns: [], rows: [{ ...ada }] })
    await subject(draft, 'b')
    expect(draft.people.rows).toEqual([ada])
    expect(draft.problem).toBeNull()
  })

  test('finds its own save whose response was lost before more was typed', async () => {
    const { disk, draft } = open()
    disk.losesResponses = true
    draft.changePeople({ columns: [], rows: [ada] })
    await expect(subject(draft, 'Spring')).rejects.toMatchObject({ code: 'host-gone' })
    disk.losesResponses = false
    draft.changePeople({ columns: [], rows: [ada, eve] })
    await subject(draft, 'Spring sale')
    expect(draft).toMatchObject({ problem: null, other: null, isDirty: false })
    expect(disk.saved.subject).toBe('Spring sale')
    expect(disk.saves.at(-1)).toEqual({
      content: { subject: 'Spring sale' },
      people: { at: 1, remove: 0, rows: [eve] },
    })
  })
})
