import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Host } from '../../../lib/host/host.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { startDryRun } from './dry-run.ts'
import { DraftTest } from './draft-test.svelte.ts'
import { Rehearsal, shortReason } from './rehearsal.svelte.ts'

const draftId = '6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01'

class TrialHost {
  readonly asked: [string, unknown][] = []
  refusal: AppError | null = null
  rehearsal: unknown = null
  running: string | null = null
  folder: { token: string; name: string } | null = null

  readonly invoke = (name: string, input: unknown): Promise<unknown> => {
    this.asked.push([name, input])
    if (this.refusal) return Promise.reject(this.refusal)
    if (name === 'sends.testDraft') return Promise.resolve({ sendId: 's1' })
    if (name === 'files.chooseFolder') return Promise.resolve(this.folder)
    if (name === 'sends.rehearse' || name === 'sends.dryRun') return Promise.resolve({ jobId: 'j1' })
    if (name === 'sends.rehearsal') return Promise.resolve({ jobId: this.running, last: this.rehearsal })
    return Promise.resolve([{ id: 'm1', email: 'a@b.c', lastState: 'delivered' }])
  }

  namesOf = () => this.asked.map(([name]) => name)
}

/** Fails if a dry run says that it waits, because no file is being added. */
const sayWaiting = () => expect.unreachable()

const named = (name: string) => ({ address: `${name.toLowerCase()}@x.example`, name: '', values: [name], parts: [] })

function open() {
  const core = new TrialHost()
  const draft = {
    id: draftId,
    accountId: 'shop',
    content: { ...emptyContent, subject: 'Hi {{name}}' },
    people: { columns: ['name'], rows: ['Ann', 'Bob', 'Cid'].map(named) },
    isDirty: false,
    savedAt: 0,
    files: {
      adding: 0,
      settled: () => {
        core.asked.push(['settled', null])
        return Promise.resolve()
      },
    },
    flush: () => {
      core.asked.push(['flush', null])
      return Promise.resolve()
    },
  }
  return { core, draft, host: core as unknown as Host }
}

const job = (change: Partial<Job>): Job => ({
  id: 'j1',
  kind: 'sends',
  title: '',
  accountId: 'shop',
  state: 'running',
  fraction: null,
  note: '',
  startedAt: 0,
  endedAt: null,
  cancellable: true,
  result: null,
  error: null,
  ...change,
})

test('a test is sent as the chosen recipient gets it, with what was typed a moment ago', async () => {
  const { core, draft, host } = open()
  const test = new DraftTest(host, draft, { to: ['a@b.c', 'd@e.f'], as: 2 })
  expect(await test.send()).toBe(true)
  expect(core.namesOf().slice(0, 3)).toEqual(['settled', 'flush', 'sends.testDraft'])
  expect(core.asked[2]?.[1]).toEqual({ id: test.test.id, draftId, to: ['a@b.c', 'd@e.f'], as: 2 })
  expect(test.test.sent).toMatchObject({ subject: 'Hi Cid', as: 'cid@x.example' })
  await test.test.find()
  expect(test.test.records).toHaveLength(1)
  test.test.again()
  expect(test.test.sent).toBeNull()
  expect(test.to).toEqual(['a@b.c', 'd@e.f'])
})

test('a test without a usable address is not sent', async () => {
  const { core, draft, host } = open()
  const test = new DraftTest(host, draft, { to: [], as: null })
  expect(await test.send()).toBe(false)
  expect(test.error).toBe('Enter at least one recipient.')
  test.to = ['a@b.c', 'nobody']
  await test.send()
  expect(test.error).toContain('nobody')
  expect(core.asked).toEqual([])
  core.refusal = new AppError('refused', 'The service refused it.')
  test.to = ['a@b.c']
  expect(await test.send()).toBe(false)
  expect(test.test.failure?.code).toBe('refused')
  expect(test.error).toBeUndefined()
})

test('a rehearsal shows its mails when its job is through, and no other job matters', async () => {
  const { core, draft, host } = open()
  const rehearsal = new Rehearsal(host, draft)
  await rehearsal.load()
  expect(rehearsal.result).toBeNull()
  await rehearsal.start()
  expect(core.namesOf()).toEqual(['sends.rehearsal', 'settled', 'flush', 'sends.rehearse'])
  core.rehearsal = {
    at: 1,
    mails: [
      { address: 'a@b.c', outboxId: 'm1', state: 'delivered', reason: '' },
      { address: 'd@e.f', outboxId: null, state: 'refused', reason: 'The service did not accept the request.' },
      { address: 'g@h.i', outboxId: 'm3', state: 'softbounced', reason: '452 Mailbox full' },
    ],
  }
  await rehearsal.follow(job({ id: 'other', state: 'done', endedAt: 1 }))
  await rehearsal.follow(job({ fraction: 0.5 }))
  expect(rehearsal.jobId).toBe('j1')
  await rehearsal.follow(job({ state: 'done', endedAt: 1 }))
  expect(rehearsal.jobId).toBeNull()
  expect(rehearsal.mails).toHaveLength(3)
  const found = (text: string) => {
    rehearsal.search = text
    return rehearsal.mails.map(({ address }) => address)
  }
  for (const words of ['REFUSED', 'error', 'did not accept']) expect(found(words)).toEqual(['d@e.f'])
  for (const words of ['soft bounced', 'softbounced', 'mailbox']) expect(found(words)).toEqual(['g@h.i'])
  rehearsal.onlyRefused = true
  expect(rehearsal.refused).toBe(1)
  expect(found('')).toEqual(['d@e.f'])
  expect(found('mailbox')).toEqual([])
  // The next rehearsal has no refused messages, so all messages are shown again.
  rehearsal.result = { at: 2, mails: [{ address: 'a@b.c', outboxId: 'm1', state: 'delivered', reason: '' }] }
  expect(found('')).toEqual(['a@b.c'])
})

test('a rehearsal that fails says why; one that was cancelled says nothing', async () => {
  const { draft, host } = open()
  const rehearsal = new Rehearsal(host, draft)
  const error = { code: 'sandbox-gone', message: 'The sandbox stopped.', retryable: true, details: {} }
  await rehearsal.start()
  await rehearsal.follow(job({ state: 'cancelled', endedAt: 1, error }))
  expect(rehearsal.failure).toBeNull()
  await rehearsal.start()
  await rehearsal.follow(job({ state: 'failed', endedAt: 1, error }))
  expect(rehearsal.failure?.message).toBe('The sandbox stopped.')
})

test('a rehearsal is outdated once the draft has changed', async () => {
  const { core, draft, host } = open()
  core.rehearsal = { at: 5, mails: [{ address: 'a@b.c', outboxId: 'm1', state: 'delivered', reason: '' }] }
  const rehearsal = new Rehearsal(host, draft)
  expect(rehearsal.isOutdated).toBe(false)
  await rehearsal.load()
  expect(rehearsal.isOutdated).toBe(false)
  draft.isDirty = true
  expect(rehearsal.isOutdated).toBe(true)
  Object.assign(draft, { isDirty: false, savedAt: 6 })
  expect(rehearsal.isOutdated).toBe(true)
  core.rehearsal = { at: 7, mails: [] }
  await rehearsal.load()
  expect(rehearsal.isOutdated).toBe(false)
})

test('a rehearsal that is starting or running is not started twice', async () => {
  const { core, draft, host } = open()
  const rehearsal = new Rehearsal(host, draft)
  await Promise.all([rehearsal.start(), rehearsal.start()])
  await rehearsal.start()
  expect(core.namesOf()).toEqual(['settled', 'flush', 'sends.rehearse'])
  expect(rehearsal.isStarting).toBe(false)
})

test('a rehearsal that was started before the drawer opened is followed', async () => {
  const { core, draft, host } = open()
  core.running = 'j1'
  const rehearsal = new Rehearsal(host, draft)
  await rehearsal.load()
  expect(rehearsal.jobId).toBe('j1')
  await rehearsal.start()
  expect(core.namesOf()).toEqual(['sends.rehearsal'])
  Object.assign(core, { running: null, rehearsal: { at: 1, mails: [] } })
  await rehearsal.follow(job({ state: 'done', endedAt: 1 }))
  expect(rehearsal).toMatchObject({ jobId: null, result: { at: 1 } })
})

test('a dry run goes to the folder that the user chooses, and does not begin without one', async () => {
  const { core, draft, host } = open()
  expect(await startDryRun(host, draft, { savesToDisk: true, sayWaiting })).toBeNull()
  expect(core.namesOf()).toEqual(['files.chooseFolder'])
  core.folder = { token: 't1', name: 'Mails' }
  expect(await startDryRun(host, draft, { savesToDisk: true, sayWaiting })).toBe('j1')
  expect(core.asked.slice(2)).toEqual([
    ['settled', null],
    ['flush', null],
    ['sends.dryRun', { draftId, folder: 't1' }],
  ])
})

test('where no folder can be chosen, a dry run is one file', async () => {
  const { core, draft, host } = open()
  expect(await startDryRun(host, draft, { savesToDisk: false, sayWaiting })).toBe('j1')
  expect(core.asked).toEqual([
    ['settled', null],
    ['flush', null],
    ['sends.dryRun', { draftId, folder: null }],
  ])
})

test('a column shows what the service says, or the whole sentence', () => {
  const mail = { address: 'a@b.c', outboxId: null, state: 'refused' }
  const of = (reason: string) => shortReason({ ...mail, reason })
  expect(of('The service did not accept the request. The service says: Wrong.')).toBe('Wrong.')
  expect(of('The service does not have this.')).toBe('The service does not have this.')
})
