import { describe, expect, test, vi } from 'vitest'
import { DraftHost } from '#test/support/draft-host.ts'
import type { Host } from '../../../lib/host/host.ts'
import { OpenDrafts } from './open-drafts.ts'
import { readDraft } from './read-draft.ts'

describe('A draft that could not be saved', () => {
  test('is saved when Mailroom is back, and waits no longer once it was left', async () => {
    const disk = new DraftHost()
    const drafts = new OpenDrafts()
    const draft = await drafts.open(disk as unknown as Host, 'any', readDraft)
    disk.isFull = true
    draft.change({ text: 'a' })
    await expect(draft.flush()).rejects.toThrow('The disk is full')
    disk.isFull = false
    expect(disk.comeBack()).toBe(1)
    await vi.waitFor(() => expect(draft.isDirty).toBe(false))
    expect(disk.saves).toEqual([{ content: { text: 'a' } }])
    await drafts.leave(draft, vi.fn())
    expect(disk.comeBack()).toBe(0)
  })

  test('is no longer told of once Mailroom is back and has saved it, or the user has come back to it', async () => {
    const disk = new DraftHost()
    const host = disk as unknown as Host
    const drafts = new OpenDrafts()
    const takeBack = vi.fn()
    const notSaved = vi.fn(() => takeBack)
    const draft = await drafts.open(host, 'any', readDraft)
    disk.isFull = true
    draft.change({ text: 'a' })
    await drafts.leave(draft, notSaved)
    expect(notSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'disk-full' }))
    expect(await drafts.open(host, draft.id, readDraft)).toBe(draft)
    expect(takeBack).toHaveBeenCalledTimes(1)
    await drafts.leave(draft, notSaved)
    disk.isFull = false
    disk.comeBack()
    await vi.waitFor(() => expect(takeBack).toHaveBeenCalledTimes(2))
    expect(drafts.count).toBe(0)
    expect(disk.saves).toEqual([{ content: { text: 'a' } }])
  })
})

describe('A draft that was left twice', () => {
  async function opened() {
    const disk = new DraftHost()
    const host = disk as unknown as Host
    const drafts = new OpenDrafts()
    const takeBack = vi.fn()
    const draft = await drafts.open(host, 'any', readDraft)
    draft.change({ text: 'a' })
    return { disk, host, drafts, draft, takeBack, notSaved: vi.fn(() => takeBack) }
  }

  test('has one notice at a time, which is taken back once it is saved', async () => {
    const { disk, drafts, draft, notSaved, takeBack } = await opened()
    disk.isFull = true
    await drafts.leave(draft, notSaved)
    await drafts.leave(draft, notSaved)
    expect([notSaved.mock.calls.length, takeBack.mock.calls.length]).toEqual([2, 1])
    disk.isFull = false
    disk.comeBack()
    await vi.waitFor(() => expect(drafts.count).toBe(0))
    expect(takeBack).toHaveBeenCalledTimes(2)
  })

  test('while its save was under way has the notice of the second time alone', async () => {
    const { disk, host, drafts, draft, notSaved, takeBack } = await opened()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.gate = promise
    disk.isFull = true
    const first = drafts.leave(draft, notSaved)
    expect(await drafts.open(host, draft.id, readDraft)).toBe(draft)
    const second = drafts.leave(draft, notSaved)
    resolve()
    await Promise.all([first, second])
    expect([notSaved.mock.calls.length, takeBack.mock.calls.length]).toEqual([1, 0])
    disk.isFull = false
    disk.comeBack()
    await vi.waitFor(() => expect(drafts.count).toBe(0))
    expect(takeBack).toHaveBeenCalledTimes(1)
  })

  test('is kept with what was typed in between, where only the first save succeeded', async () => {
    const { disk, host, drafts, draft, notSaved } = await opened()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.gate = promise
    const first = drafts.leave(draft, notSaved)
    await drafts.open(host, draft.id, readDraft)
    draft.change({ text: 'b' })
    const second = drafts.leave(draft, notSaved)
    const save = disk.invoke.bind(disk)
    disk.invoke = (name, input) => {
      disk.isFull = true
      return save(name, input)
    }
    resolve()
    await Promise.all([first, second])
    expect([disk.saved.text, draft.isDirty, drafts.count]).toEqual(['a', true, 1])
    expect(notSaved).toHaveBeenCalledTimes(1)
    expect(await drafts.open(host, draft.id, readDraft)).toBe(draft)
  })
})

describe('A draft that was left', () => {
  test('is read again from the disk once it is saved', async () => {
    const disk = new DraftHost()
    const host = disk as unknown as Host
    const drafts = new OpenDrafts()
    const draft = await drafts.open(host, 'any', readDraft)
    draft.change({ text: 'a' })
    await drafts.leave(draft, vi.fn())
    expect(disk.saves).toHaveLength(1)
    expect(await drafts.open(host, draft.id, readDraft)).not.toBe(draft)
  })

  test('is the same one as long as it could not be saved', async () => {
    const disk = new DraftHost()
    const host = disk as unknown as Host
    const drafts = new OpenDrafts()
    const draft = await drafts.open(host, 'any', readDraft)
    disk.isFull = true
    draft.change({ text: 'a' })
    await drafts.leave(draft, () => () => undefined)
    expect(drafts.count).toBe(1)
    expect(await drafts.open(host, draft.id, readDraft)).toBe(draft)
    disk.isFull = false
    await drafts.leave(draft, vi.fn())
    expect(drafts.count).toBe(0)
  })
})

describe('A draft to which a file is being added', () => {
  async function adding() {
    const disk = new DraftHost()
    const { promise, resolve } = Promise.withResolvers<void>()
    const invoke = disk.invoke.bind(disk)
    disk.invoke = (name, input) =>
      (name === 'drafts.addFiles' ? promise : Promise.resolve()).then(() => invoke(name, input))
    const drafts = new OpenDrafts()
    const draft = await drafts.open(disk as unknown as Host, 'any', readDraft)
    void draft.files.addTokens([{ name: 'a.pdf', token: 'a.pdf' }], 'attachment')
    return { disk, drafts, draft, resolve }
  }

  test('is saved with the file before Mailroom closes', async () => {
    const { disk, drafts, resolve } = await adding()
    const saved = drafts.saveBeforeClosing()
    resolve()
    expect(await saved).toBe(0)
    expect(disk.saved.parts).toMatchObject([{ name: 'a.pdf' }])
  })

  test('is followed after it was left, until it is saved with the file', async () => {
    const { disk, drafts, draft, resolve } = await adding()
    const left = drafts.leave(draft, vi.fn())
    expect([disk.comeBack(), drafts.count]).toEqual([1, 1])
    resolve()
    await left
    expect(disk.saved.parts).toMatchObject([{ name: 'a.pdf' }])
    expect([disk.comeBack(), drafts.count]).toEqual([0, 0])
  })
})
