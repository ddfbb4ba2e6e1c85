import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { EventBus } from '../base/event-bus.ts'
import { Jobs, type JobWork } from './jobs.ts'

let folder: DataFolder
let events: EventBus
let seen: Job[]
const clock = new ManualClock()

beforeEach(async () => {
  folder = await createDataFolder()
  events = new EventBus()
  seen = []
  events.subscribe((event) => {
    if (event.name === 'jobs.changed') seen.push(event.payload)
  })
})
afterEach(() => folder.remove())

const open = () =>
  Jobs.open({
    ports: { paths: { data: folder.path }, clock, logger: new CapturedLogger() },
    events,
    onBroken: () => undefined,
  })

/** A job that the test ends explicitly. */
function byHand() {
  let context: Parameters<JobWork>[0] | undefined
  let end: (result: Awaited<ReturnType<JobWork>>) => void = () => undefined
  const work: JobWork = (given) =>
    new Promise((resolve, reject) => {
      context = given
      end = resolve
      given.signal.addEventListener('abort', () => reject(given.signal.reason as Error))
    })
  return { work, context: () => context!, end: (text: string) => end({ text, fileToken: null }) }
}

describe('jobs', () => {
  it('tell their progress at most ten times a second, and the last step is not lost', async () => {
    const jobs = await open()
    const hand = byHand()
    jobs.start({ kind: 'exports', title: 'Export', work: hand.work })
    await Promise.resolve()
    const before = seen.length
    for (let step = 1; step <= 50; step++) hand.context().progress({ fraction: step / 50 })
    expect(seen.length - before).toBe(1)
    clock.advance(100)
    expect(seen.at(-1)?.fraction).toBe(1)
    hand.end('Done.')
    await jobs.close()
    expect(jobs.list()[0]).toMatchObject({ state: 'done', result: { text: 'Done.' } })
  })

  it('are cancelled by id, and say so', async () => {
    const jobs = await open()
    const id = jobs.start({ kind: 'exports', title: 'Export', work: byHand().work })
    await Promise.resolve()
    jobs.cancel(id)
    expect(jobs.list()[0]?.state).toBe('cancelling')
    await jobs.close()
    expect(jobs.list()[0]).toMatchObject({ state: 'cancelled', error: null })
  })

  it('keep the sentence of what went wrong', async () => {
    const jobs = await open()
    jobs.start({ kind: 'exports', title: 'Export', work: () => Promise.reject(new Error('disk on fire')) })
    await jobs.idle()
    expect(jobs.list()[0]).toMatchObject({ state: 'failed', error: { code: 'internal' } })
  })

  it('that a crash ended are shown as interrupted at the next start', async () => {
    const jobs = await open()
    jobs.start({ kind: 'exports', title: 'Long export', work: byHand().work })
    await jobs.saved()
    const next = await open()
    expect(next.list()[0]).toMatchObject({ title: 'Long export', state: 'interrupted' })
    await jobs.close()
  })

  it('of a kind that runs again and again show their last run alone', async () => {
    const jobs = await open()
    const once = () => jobs.start({ kind: 'sync', title: 'Sync', replacesEnded: true, work: async () => null })
    const first = once()
    await jobs.idle()
    const second = once()
    await jobs.idle()
    expect(jobs.list().map((job) => job.id)).toEqual([second])
    expect(first).not.toBe(second)
    await jobs.close()
  })

  it('that a quit interrupts are named, and those that go on by themselves are not', async () => {
    const jobs = await open()
    const [sync, sent] = [byHand(), byHand()]
    jobs.start({ kind: 'sync', title: 'Sync', goesOn: true, work: sync.work })
    expect([jobs.isBusy, jobs.interruptible()]).toEqual([true, []])
    jobs.start({ kind: 'exports', title: 'Export', work: sent.work })
    expect(jobs.interruptible()).toEqual(['Export'])
    await jobs.close()
    expect([jobs.isBusy, jobs.interruptible()]).toEqual([false, []])
  })

  it('that are too old to be kept leave the page’s list, too', async () => {
    const jobs = await open()
    const dismissed: string[] = []
    events.subscribe((event) => {
      if (event.name === 'jobs.dismissed') dismissed.push(event.payload.id)
    })
    const ids: string[] = []
    for (let count = 0; count < 51; count++) {
      ids.push(jobs.start({ kind: 'exports', title: 'Export', work: async () => null }))
      await jobs.idle()
    }
    await jobs.close()
    const kept = jobs.list().map(({ id }) => id)
    expect(kept).toHaveLength(50)
    expect(dismissed).toEqual(ids.filter((id) => !kept.includes(id)))
  })

  it('of a removed account are stopped and leave the list', async () => {
    const jobs = await open()
    const [removed, other] = [byHand(), byHand()]
    jobs.start({ kind: 'exports', title: 'Export', accountId: 'removed', work: removed.work })
    const left = jobs.start({ kind: 'exports', title: 'Export', accountId: 'other', work: other.work })
    await Promise.resolve()
    jobs.removeAccount('removed')
    await eventually(() => expect(jobs.list().map(({ id }) => id)).toEqual([left]))
    await jobs.close()
    expect((await open()).list().map(({ id }) => id)).toEqual([left])
  })

  it('cannot be dismissed while they run', async () => {
    const jobs = await open()
    const id = jobs.start({ kind: 'exports', title: 'Export', work: byHand().work })
    expect(() => jobs.dismiss(id)).toThrow('still running')
    await jobs.close()
    jobs.dismiss(id)
    expect(jobs.list()).toEqual([])
  })
})
