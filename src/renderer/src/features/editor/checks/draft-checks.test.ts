import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { english } from '#shared/domain/base/plural.ts'
import { CheckHost, context, nothingKnown } from '#test/support/page/check-host.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import { PageWorkers } from '#test/support/page/page-workers.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { EditedDraft } from '../document/edited-draft.svelte.ts'
import { DraftChecks } from './draft-checks.svelte.ts'

let workers = new PageWorkers()
let end: () => void = () => undefined

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  workers = new PageWorkers()
  await workers.install(() => import('./check-worker.ts'))
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person = (address: string) => ({ address, name: '', values: [], parts: [] })

function open(content: Partial<DraftContent> = {}) {
  const core = new CheckHost()
  const good = {
    from: { address: 'shop@shop.example', name: '' },
    subject: 'Order',
    preheader: 'On its way',
    text: 'Hi',
  }
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ ...good, ...content }))
  draft.changePeople({ columns: [], rows: [person('ann@x.example')] })
  const app = {
    host: core,
    accounts: [
      { id: 'shop', readOnly: false, recipientAllowList: [], ccAndBcc: true, keyPrefix: 'X-', storeHistory: true },
    ],
    settings: { viewState: {} as Record<string, unknown> },
    formats: { ...english, dateMinute: String },
    change: ({ viewState }: { viewState: Record<string, unknown> }) => Object.assign(app.settings.viewState, viewState),
  }
  const checks = new DraftChecks(app as unknown as AppState, draft)
  // Stands in for the effect that calls it: effects run in browsers only.
  checks.later()
  end = () => checks.stop()
  return { core, draft, app, checks, texts: () => checks.findings.map(({ text }) => text) }
}

const nextTurn = () => new Promise((resume) => setImmediate(resume))

async function settled(checks: DraftChecks): Promise<void> {
  while (checks.isRunning) await nextTurn()
}

/** Waits for the pause in typing and for the checks to finish. */
async function checked(checks: DraftChecks): Promise<void> {
  checks.later()
  await vi.advanceTimersByTimeAsync(400)
  await settled(checks)
}

test('a draft is checked after a pause, and not before', async () => {
  const { draft, checks, texts } = open()
  expect(checks.isRunning).toBe(true)
  await vi.advanceTimersByTimeAsync(399)
  draft.change({ subject: '' })
  checks.later()
  await vi.advanceTimersByTimeAsync(399)
  expect(texts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await settled(checks)
  expect(texts()).toEqual(['The message has no subject. Enter one.'])
  expect(checks.counts).toEqual({ errors: 1, warnings: 0, hints: 0 })
})

test('a send waits for the findings about what is on the screen, and for no pause in typing', async () => {
  const { draft, checks, texts } = open({ html: '<a href="#">Shop</a>', subject: '' })
  await checked(checks)
  expect(checks.counts.errors).toBe(2)
  draft.change({ html: '<p>Hello</p>', subject: 'Your order' })
  checks.later()
  await checks.catchUp()
  expect(texts()).toEqual([])
  expect(checks.isRunning).toBe(false)
  // Nothing has changed since the last run.
  const { tasks } = workers
  await checks.catchUp()
  checks.stop()
  await checks.catchUp()
  expect(workers.tasks).toBe(tasks)
})

test('what is mended while the checks run is not taken for checked', async () => {
  const { draft, checks, texts } = open({ html: '<p>Hello</p>', subject: '' })
  const running = checks.run()
  draft.change({ subject: 'Your order' })
  checks.later()
  await running
  expect(checks.isRunning).toBe(true)
  // The send dialog and its confirmation check at the same time.
  await Promise.all([checks.catchUp(), checks.catchUp()])
  expect(texts()).toEqual([])
  expect(checks.isRunning).toBe(false)
})

test('the HTML is read in a worker, and only when it has changed', async () => {
  const { draft, checks, texts } = open({ html: '<a href="#">Shop</a>' })
  await checked(checks)
  expect(texts()).toEqual(['The link “Shop” has no target. Enter its address.'])
  draft.change({ subject: 'Your order' })
  await checked(checks)
  expect(workers.tasks).toBe(1)
  draft.change({ html: '<p>Hello</p>' })
  await checked(checks)
  expect(workers.tasks).toBe(2)
  expect(texts()).toEqual([])
})

test('a result that a newer run overtakes is dropped', async () => {
  const { draft, checks, texts } = open({ html: '<a href="#">Old</a>' })
  workers.hold()
  await vi.advanceTimersByTimeAsync(400)
  draft.change({ html: '<a href="#">New</a>' })
  checks.later()
  await vi.advanceTimersByTimeAsync(400)
  workers.release()
  await settled(checks)
  expect(texts()).toEqual(['The link “New” has no target. Enter its address.'])
})

test('positions are moved by what was typed while the HTML was read, and afterwards', async () => {
  const { draft, checks } = open({ html: '<p>\r\nHi</p>\r\n<a href="#">Shop</a>' })
  workers.hold()
  await vi.advanceTimersByTimeAsync(400)
  const typed = '<h1>Sale</h1>\r\n<p>\r\nHi</p>\r\n<a href="#">Shop</a>'
  draft.change({ html: typed })
  workers.release()
  while (checks.diagnostics.length === 0) await nextTurn()
  const marked = () => checks.diagnostics.map(({ from, to }) => typed.slice(from, to))
  expect(marked()).toEqual(['href="#"'])
  const target = checks.findings[0]?.target
  expect(target).toMatchObject({ from: checks.diagnostics[0]?.from, to: checks.diagnostics[0]?.to })
  const later = `<!-- a -->${typed}`
  draft.change({ html: later })
  const now = checks.rangeNow(checks.findings[0]!.ranges[0]!)
  expect(later.slice(now.from, now.to)).toBe('href="#"')
})

test('HTML that takes too long, or ends its worker, is told of, and the next one is read in a new worker', async () => {
  const { draft, checks, texts } = open({ html: '<p>slow</p>' })
  workers.hold()
  await vi.advanceTimersByTimeAsync(400)
  await vi.advanceTimersByTimeAsync(15_000)
  await settled(checks)
  expect(texts()).toEqual([expect.stringMatching(/^The HTML couldn’t be checked/)])
  expect(workers.ended).toBe(1)
  draft.change({ html: '<p>deadly</p>' })
  checks.later()
  await vi.advanceTimersByTimeAsync(400)
  workers.die()
  await settled(checks)
  expect(texts()).toEqual([expect.stringMatching(/^The HTML couldn’t be checked/)])
  workers.release()
  draft.change({ html: '<p>fine</p>' })
  await checked(checks)
  expect(texts()).toEqual([])
  expect(workers.opened).toBe(3)
})

test('nothing runs once the view is left', async () => {
  const { core, draft, checks, texts } = open({ html: '<a href="#">Shop</a>' })
  workers.hold()
  await vi.advanceTimersByTimeAsync(400)
  draft.changePeople({ columns: [], rows: [person('bo@x.example')] })
  checks.later()
  end()
  workers.release()
  draft.change({ subject: '' })
  await vi.advanceTimersByTimeAsync(10_000)
  await nextTurn()
  expect(texts()).toEqual([])
  expect(checks.isAsking).toBe(false)
  expect(workers.ended).toBe(1)
  // The earlier query.
  expect(core.asked).toMatchObject([{ addresses: ['ann@x.example'] }])
})

test('a slow service holds no other finding up, and its domains tell mistyped addresses', async () => {
  const core = open({ subject: '' })
  let answer: (value: unknown) => void = () => undefined
  core.core.context = () => new Promise((resolve) => (answer = resolve))
  const { draft, checks, texts } = core
  draft.changePeople({ columns: [], rows: [person('ann@shpo.example')] })
  checks.later()
  await vi.advanceTimersByTimeAsync(400)
  while (texts().length === 0) await nextTurn()
  expect(checks.isRunning).toBe(true)
  answer({ ...context, recipientDomains: ['shop.example'], domains: [], problems: ['The API keys could not be read.'] })
  await nextTurn()
  await checked(checks)
  expect(texts()).toEqual([
    'The message has no subject. Enter one.',
    expect.stringMatching(/^Did you mean shop\.example\?/),
    expect.stringMatching(/^shop\.example doesn’t belong to this account/),
  ])
  expect(checks.problems).toEqual(['The API keys could not be read.'])
})

test('the archive is asked soon after opening, then after a longer pause, and once for the same recipients', async () => {
  const { core, draft, checks, texts } = open()
  await checked(checks)
  draft.changePeople({ columns: [], rows: [person('ann@x.example'), person('bo@x.example')] })
  core.recipients = () =>
    Promise.resolve({ ...nothingKnown, blocked: [{ address: 'ANN@x.example', reason: 'It bounced.', at: 1, row: 1 }] })
  await checked(checks)
  expect(core.asked).toHaveLength(1)
  // “No findings so far” must not be shown as “no findings”.
  expect([checks.isRunning, checks.isAsking]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(2500)
  expect(core.asked[1]).toEqual({ accountId: 'shop', addresses: ['ann@x.example', 'bo@x.example'], blacklist: '' })
  expect(texts()).toEqual([expect.stringMatching(/^ANN@x\.example would probably not get the message/)])
  draft.change({ html: '<p>Hello</p>' })
  checks.later()
  await vi.advanceTimersByTimeAsync(2500)
  expect([core.asked.length, checks.isAsking]).toEqual([2, false])
})

test('a failure of the archive is a sentence, once, and the next change asks again', async () => {
  const { core, draft, checks } = open()
  core.recipients = () => Promise.reject(new AppError('archive-busy', 'The archive is busy.'))
  core.context = () => Promise.reject(new AppError('offline', 'There is no connection.'))
  await vi.advanceTimersByTimeAsync(2500)
  draft.change({ cc: [{ address: 'boss@x.example', name: '' }] })
  checks.later()
  await vi.advanceTimersByTimeAsync(2500)
  expect(core.asked).toHaveLength(2)
  expect(checks.problems).toEqual(['There is no connection.', 'The archive is busy.'])
  core.recipients = () => Promise.resolve(nothingKnown)
  draft.change({ cc: [] })
  checks.later()
  await vi.advanceTimersByTimeAsync(2500)
  expect(checks.problems).toEqual(['There is no connection.'])
})

test('what is dismissed stays so with the draft, until it is brought back or says something else', async () => {
  const { draft, checks, texts } = open({ html: '<p style="gap:1px">x</p><a href="#">Shop</a>' })
  await checked(checks)
  const [error, hint] = checks.findings
  checks.dismiss(error!)
  checks.dismiss(hint!)
  expect(texts()).toEqual([error?.text])
  expect(checks.dismissed.map(({ id }) => id)).toEqual(['css-property gap'])
  expect(checks.diagnostics.map(({ message }) => message)).toEqual([error?.text])
  expect(draft.content.dismissed).toEqual([hint?.text])
  draft.change({ html: '<p style="gap:1px">x</p><p style="gap:1px">y</p>' })
  await checked(checks)
  expect(texts()).toEqual([expect.stringMatching(/^gap \(2 times\)/)])
  draft.change({ html: '<p style="gap:1px">x</p>' })
  await checked(checks)
  expect(texts()).toEqual([])
  checks.bringBack(checks.dismissed[0]!)
  expect(texts()).toEqual([hint?.text])
})
