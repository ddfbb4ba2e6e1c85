import { expect, onTestFinished, test, vi } from 'vitest'
import type { SendBatch, SendSummary } from '#shared/contract/base/sends.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { eventually } from '#test/support/eventually.ts'
import { someSend } from '#test/support/sends/some-send.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { SendCommands } from './send-commands.svelte.ts'
import { SendProgress } from './send-progress.svelte.ts'
import { SentList } from './sent-list.svelte.ts'
import { SentResults } from './sent-results.svelte.ts'

const start = someSend()
const { id } = start

const batch: SendBatch = { id: 'b1', first: 0, recipients: 300, state: 'sent', startedAt: 5, problem: '' }
const batches: SendBatch[] = [batch, { ...batch, id: 'b2', first: 300, recipients: 200, state: 'refused' }]

type Asked = { readonly offset: number; readonly limit: number; readonly state?: string }

/** A core with one send, in which even-numbered recipients are in the state `bounced`. */
class OneSend {
  readonly asked: string[] = []
  summary = start
  state: string | null = null
  isGone = false

  readonly invoke = (name: string, input: Asked): Promise<unknown> => {
    this.asked.push(name)
    if (this.isGone) return Promise.reject(new AppError('not-found', 'This send is gone.'))
    if (name === 'sends.get') return Promise.resolve({ summary: this.summary, content: emptyContent, batches })
    if (name === 'sends.counts') return Promise.resolve({ none: 250, delivered: 250 })
    if (name === 'sends.findTest') this.state = 'delivered'
    const { offset, limit, state } = input
    const indices = Array.from({ length: 500 }, (_none, index) => index)
    const found =
      state === undefined ? indices : indices.filter((index) => (index % 2 === 0) === (state === 'delivered'))
    const recipients = found.slice(offset, offset + limit).map((index) => ({
      index,
      address: `p${index}@b.c`,
      name: '',
      batch: 'sent',
      state: this.state,
      row: null,
    }))
    return Promise.resolve({ recipients, total: found.length })
  }
}

async function open() {
  const core = new OneSend()
  const progress = new SendProgress(core as unknown as Host, id)
  await progress.load()
  progress.recipients.show(0, 20)
  await eventually(() => expect(progress.rowAt(3)?.address).toBe('p3@b.c'))
  return { core, progress }
}

test('the rows are read again with the send, for example after a lost connection', async () => {
  const { core, progress } = await open()
  core.state = 'delivered'
  await progress.load()
  expect(progress.rowAt(3)?.state).toBe('delivered')
})

test('the list is as long as the send, and a filter leaves those in one state', async () => {
  const { progress } = await open()
  expect(progress.count).toBe(500)
  progress.show('delivered')
  expect(progress.count).toBe(250)
  await eventually(() => expect(progress.rowAt(3)?.address).toBe('p6@b.c'))
  progress.show(null)
  await eventually(() => expect(progress.rowAt(3)?.address).toBe('p3@b.c'))
})

test('states that the archive learns appear in place', async () => {
  const { core, progress } = await open()
  core.state = 'delivered'
  progress.receive({ name: 'archive.changed', payload: { accountId: 'other' } })
  progress.receive({ name: 'archive.changed', payload: { accountId: 'shop' } })
  expect(progress.rowAt(3)?.address).toBe('p3@b.c')
  await eventually(() => expect(progress.rowAt(3)?.state).toBe('delivered'))
})

test('a send that was undone and sent again is shown again', async () => {
  const { core, progress } = await open()
  progress.receive({ name: 'sends.removed', payload: { id } })
  core.isGone = true
  await progress.load()
  expect(progress.isGone).toBe(true)
  core.isGone = false
  core.asked.length = 0
  progress.receive({ name: 'sends.changed', payload: { ...start, sent: 1 } })
  expect([progress.isGone, progress.summary?.sent]).toEqual([false, 1])
  await eventually(() => expect(progress.detail.error).toBeUndefined())
  expect(core.asked.filter((name) => name === 'sends.get')).toHaveLength(1)
  // It is gone after all.
  core.isGone = true
  progress.receive({ name: 'sends.removed', payload: { id } })
  progress.receive({ name: 'sends.changed', payload: start })
  await eventually(() => expect(progress.isGone).toBe(true))
})

test('“Send again…” makes one draft, however often it is pressed, and holds up no other command', async () => {
  const made = Promise.withResolvers<{ id: string }>()
  const asked: string[] = []
  const opened: unknown[] = []
  const app = {
    host: { invoke: (name: string) => (asked.push(name), name === 'sends.makeDraft' ? made.promise : undefined) },
    attempt: async (work: () => Promise<unknown>) => work(),
    router: { go: (place: unknown) => void opened.push(place) },
  } as unknown as AppState
  const failed = () => new SendCommands(app, () => ({ ...start, state: 'failed', sent: 0, unknown: 0 }))
  const [one, other] = [failed(), failed()]
  for (const commands of [one, one, other]) commands.quick[0]!.run()
  made.resolve({ id: 'new' })
  await eventually(() => expect(opened).toEqual([['compose', 'new']]))
  expect(asked).toEqual(['sends.makeDraft'])
  const waiting = new SendCommands(app, () => ({ ...start, state: 'waiting' }))
  for (const { label, run } of waiting.quick) if (label === 'Send now') run()
  for (const item of waiting.others) if ('onselect' in item && item.label === 'Pause') item.onselect()
  expect(asked.slice(1)).toEqual(['sends.move', 'sends.pause'])
})

test('results are looked for by each call that left', async () => {
  const { core, progress } = await open()
  expect(progress.canLook).toBe(true)
  await progress.look()
  expect(core.asked.filter((name) => name === 'sends.findTest')).toHaveLength(1)
  expect(progress.rowAt(3)?.state).toBe('delivered')
})

test('the content is read again only when a batch has something to say', async () => {
  const { core, progress } = await open()
  const details = () => core.asked.filter((name) => name === 'sends.get').length
  progress.receive({ name: 'sends.changed', payload: { ...start, sent: 100 } })
  expect(progress.summary?.sent).toBe(100)
  expect(details()).toBe(1)
  progress.receive({ name: 'sends.changed', payload: { ...start, sent: 100, refused: 100 } })
  await eventually(() => expect(details()).toBe(2))
  const other = { ...start, id: 'b3b2a526-6b7c-4b1f-9d46-0f6a5e6f0a01', sent: 7 }
  progress.receive({ name: 'sends.changed', payload: other })
  expect(progress.summary?.sent).not.toBe(7)
})

test('a lost call that never arrived changes the rows of its recipients', async () => {
  const { core, progress } = await open()
  const become = async (change: Partial<SendSummary>, times: number) => {
    core.summary = { ...start, ...change }
    progress.receive({ name: 'sends.changed', payload: core.summary })
    await eventually(() => expect(core.asked.filter((name) => name === 'sends.counts')).toHaveLength(times))
  }
  await become({ unknown: 500 }, 2)
  await become({ absent: 500 }, 3)
})

test('changes that come faster than they can be read are read together', async () => {
  const { core, progress } = await open()
  const before = core.asked.filter((name) => name === 'sends.counts').length
  for (let sent = 1; sent <= 50; sent++) progress.receive({ name: 'sends.changed', payload: { ...start, sent } })
  await progress.refresh()
  await eventually(() => {
    const counts = core.asked.filter((name) => name === 'sends.counts').length - before
    expect(counts).toBeGreaterThan(0)
    expect(counts).toBeLessThan(4)
  })
})

test('a send that was taken back is gone, and so is one that was never there', async () => {
  const { progress } = await open()
  progress.receive({ name: 'sends.removed', payload: { id } })
  expect(progress.isGone).toBe(true)
  const core = new OneSend()
  core.isGone = true
  const missing = new SendProgress(core as unknown as Host, id)
  await missing.load()
  expect(missing.isGone).toBe(true)
})

test('the list of sends follows what happens to those of its account', () => {
  const list = new SentList('shop')
  list.put([start])
  list.receive({ name: 'sends.changed', payload: { ...start, id: 'two', subject: 'Sale', to: ['Eve@b.c'] } })
  list.receive({ name: 'sends.changed', payload: { ...start, id: 'three', accountId: 'other' } })
  expect(list.all.map((send) => send.id).toSorted()).toEqual([id, 'two'])
  list.receive({ name: 'sends.removed', payload: { id } })
  expect(list.all).toHaveLength(1)
})

test('the list of sends knows what the records say of those that were sent, one read after the other', async () => {
  const list = new SentList('shop')
  const sends = ['a', 'b', 'c'].map((name) => ({
    ...start,
    id: name,
    state: 'sent' as const,
    sent: 500,
    at: Date.now(),
  }))
  list.put([...sends, { ...start, id: 'waiting', state: 'waiting', sent: 0 }])
  const asked: string[] = []
  let under = 0
  const invoke = async (_name: string, { id: which }: { id: string }): Promise<unknown> => {
    asked.push(which)
    expect(++under).toBe(1)
    await Promise.resolve()
    under--
    if (which === 'b') throw new AppError('not-found', 'This send is gone.')
    return { filtered: 500 }
  }
  const results = new SentResults({ invoke } as unknown as Host, list)
  expect(results.of(sends[0]!)).toEqual({})
  await results.read()
  expect(asked.toSorted()).toEqual(['a', 'b', 'c'])
  expect(results.of(sends[0]!)).toEqual({ filtered: 500 })
  expect(results.of(sends[1]!)).toEqual({})
  results.receive({ name: 'archive.changed', payload: { accountId: 'other' } })
  results.receive({ name: 'archive.changed', payload: { accountId: 'shop' } })
  await eventually(() => expect(asked).toHaveLength(6))
})

test('a send that has just left is looked for by itself, for a while and until it is left', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const core = new OneSend()
  const progress = new SendProgress(core as unknown as Host, id)
  await progress.load()
  const looks = () => core.asked.filter((name) => name === 'sends.findTest').length
  const stop = progress.follow()
  await vi.advanceTimersByTimeAsync(10_000)
  const early = looks()
  expect(early).toBeGreaterThan(0)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(looks()).toBe(early)
  progress.follow()
  await vi.advanceTimersByTimeAsync(600_000)
  const all = looks()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(looks()).toBe(all)
})
