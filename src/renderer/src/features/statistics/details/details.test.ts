import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { bouncesOf } from '#shared/domain/statistics/bounces.ts'
import { openTimeBounds, sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { CountedDetails } from './counted-details.svelte.ts'
import { reasonTable, sizeText } from '#shared/domain/statistics/details/detail-names.ts'
import { openTimeLines, peopleLines, reasonLines, sizeLines } from './detail-lines.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }

/** A core that responds only when the test says so. */
function openDetails(likelyNext: () => string | null = () => null) {
  const asked: { text: string; answer(): Promise<void>; fail(): Promise<void> }[] = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const count = (text: string) =>
    new Promise<ArchiveDetails>((resolve, reject) => {
      asked.push({
        text,
        answer: () => (resolve({ text } as unknown as ArchiveDetails), settled()),
        fail: () => (reject(new Error('cut')), settled()),
      })
    })
  const details = new CountedDetails(count, { zone: () => 'UTC', likelyNext, count })
  return { asked, details }
}

describe('The details of a search', () => {
  it('are counted once a panel shows them, and not before', () => {
    const { asked, details } = openDetails()
    details.ask('tag:a')
    void details.refresh()
    expect(asked).toHaveLength(0)
    const stop = details.show()
    details.show()
    expect(asked.map(({ text }) => text)).toEqual(['tag:a'])
    stop()
    details.ask('tag:b')
    expect(asked).toHaveLength(2)
  })

  it('of the search before are shown as such until these are counted', async () => {
    const { asked, details } = openDetails()
    details.ask('tag:a')
    details.show()
    await asked[0]!.answer()
    expect(details.value).toEqual({ text: 'tag:a' })
    expect(details.isStale).toBe(false)
    details.ask('tag:b')
    expect(details.value).toEqual({ text: 'tag:a' })
    expect(details.isStale).toBe(true)
    await asked[1]!.answer()
    expect(details.value).toEqual({ text: 'tag:b' })
    expect(details.isStale).toBe(false)
  })

  it('of what is likely to be asked next are counted in a pause, once, and shown only when they are asked for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { asked, details } = openDetails(() => 'before')
    const texts = () => asked.map(({ text }) => text)
    details.ask('tag:a')
    const stop = details.show()
    await asked[0]!.answer()
    expect(texts()).toEqual(['tag:a'])
    vi.runAllTimers()
    expect(texts()).toEqual(['tag:a', 'before'])
    await asked[1]!.fail()
    expect([details.value, details.error]).toEqual([{ text: 'tag:a' }, undefined])
    void details.reload()
    await asked[2]!.answer()
    vi.runAllTimers()
    expect(texts()).toEqual(['tag:a', 'before', 'tag:a'])
    stop()
  })

  it('are not counted ahead of a user who asks for something else, or leaves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { asked, details } = openDetails(() => 'before')
    details.ask('tag:a')
    const stop = details.show()
    await asked[0]!.answer()
    details.ask('tag:b')
    vi.runAllTimers()
    expect(asked.map(({ text }) => text)).toEqual(['tag:a', 'tag:b'])
    await asked[1]!.answer()
    stop()
    vi.runAllTimers()
    expect(asked).toHaveLength(2)
  })

  it('stay on screen while records arrive, and are counted once more for all of them', async () => {
    const { asked, details } = openDetails()
    details.ask('tag:a')
    details.show()
    await asked[0]!.answer()
    for (let batch = 0; batch < 5; batch++) void details.refresh()
    expect(details.value).toBeDefined()
    expect(asked).toHaveLength(2)
    await asked[1]!.answer()
    expect(asked).toHaveLength(3)
    await asked[2]!.answer()
    expect(asked).toHaveLength(3)
  })

  it('are counted again for a panel that comes back after records arrived', async () => {
    const { asked, details } = openDetails()
    details.ask('tag:a')
    const stop = details.show()
    await asked[0]!.answer()
    stop()
    details.show()()
    expect(asked).toHaveLength(1)
    void details.refresh()
    expect(asked).toHaveLength(1)
    details.show()
    expect(asked).toHaveLength(2)
  })

  it('say why they are missing, until they are counted again', async () => {
    const { asked, details } = openDetails()
    details.ask('tag:a')
    details.show()
    await asked[0]!.fail()
    expect(details.error).toBeInstanceOf(Error)
    void details.reload()
    expect(details.error).toBeUndefined()
    await asked[1]!.answer()
    expect(details.value).toBeDefined()
  })
})

describe('The lines of a panel', () => {
  const texts = (lines: ReturnType<typeof sizeLines>) =>
    lines.map((line) => [line.name, ...line.cells().map(({ text }) => text)])

  it('have a search for every class of sizes that has messages', () => {
    const classes = sizeBounds.map(() => 0).concat(0)
    classes[0] = 3
    classes[3] = 1
    const lines = sizeLines({ classes, unknown: 2, median: 9000 }, formats)
    expect(texts(lines).slice(0, 4)).toEqual([
      ['Up to 10 KB', '3', '75.0%'],
      ['10 KB to 25 KB', '0', '0%'],
      ['25 KB to 50 KB', '0', '0%'],
      ['50 KB to 102 KB', '1', '25.0%'],
    ])
    expect(texts(lines).at(-2)).toEqual(['More than 10 MB', '0', '0%'])
    expect(texts(lines).at(-1)).toEqual(['Unknown size', '2', ''])
    expect(lines.map((line) => line.term?.())).toEqual([
      'size:>0 size:<=10kb',
      undefined,
      undefined,
      'size:>50kb size:<=102kb',
      ...Array<undefined>(5).fill(undefined),
      'size:0',
    ])
    expect(sizeText(1536, formats)).toBe('1.5 KB')
    expect(sizeText(3 * 1024 ** 2, formats)).toBe('3 MB')
  })

  it('name every class of times', () => {
    const lines = openTimeLines({ classes: [...openTimeBounds, 0].map(() => 1), undated: 0 }, formats)
    expect(lines).toHaveLength(openTimeBounds.length + 1)
    expect(lines.every(({ name }) => name)).toBe(true)
  })

  it('call a reason by its name, and show how a server wrote it', () => {
    const refusals = [
      { state: 'hardbounced', reason: '550 5.1.1 <…>', example: '550 5.1.1 <a@b.example>', isOnly: false, messages: 4 },
      { state: 'filtered', reason: 'odd', example: 'odd', isOnly: true, messages: 2 },
      { state: 'rejected', reason: '', example: '', isOnly: true, messages: 1 },
    ]
    const lines = reasonLines(refusals, formats)
    expect(lines.map(({ name }) => name)).toEqual(['Mailbox does not exist · 550 5.1.1 <…>', 'odd', 'No reason given'])
    expect(lines.map((line) => line.term?.())).toEqual([undefined, 'state:filtered reason:=odd', undefined])
    expect(lines.map((line) => line.lines?.().map(({ name }) => name))).toEqual([
      ['550 5.1.1 <a@b.example>'],
      undefined,
      undefined,
    ])
    expect(reasonTable(refusals).rows[0]).toEqual([
      '550 5.1.1 <…>',
      'Mailbox does not exist',
      'hardbounced',
      '550 5.1.1 <a@b.example>',
      4,
    ])
  })

  it('tell people from machines, and make no rate of nothing', () => {
    const none = { messages: 0, detailed: 0, byPeople: 0, by: { human: 0, machine: 0, proxy: 0, unknown: 0 } }
    const opened = { messages: 4, detailed: 4, byPeople: 3, by: { human: 2, machine: 1, proxy: 1, unknown: 0 } }
    expect(texts(peopleLines({ opened, clicked: none }, formats))).toEqual([
      ['People', '2', '50.0%', '0', '–'],
      ['People, through a mail proxy', '1', '25.0%', '0', '–'],
      ['Machines', '1', '25.0%', '0', '–'],
      ['Unknown', '0', '0%', '0', '–'],
    ])
  })

  it('are soft and hard bounces of a day', () => {
    expect(bouncesOf({ states: { hardbounced: 2, delivered: 9 } })).toEqual([0, 2])
  })
})
