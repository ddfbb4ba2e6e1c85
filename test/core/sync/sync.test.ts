import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import type { Archive } from '#core/archive/engine/archive.ts'
import { Sync } from '#core/sync/sync.ts'
import { expectTrueHorizon, expectSame } from '../archive/support/compare.ts'
import { generateMessages } from '../archive/support/generate.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { MemoryService, type Trouble } from './support/memory-service.ts'
import { openArchive, silentLogger, temporaryFolder } from '../archive/support/open-archive.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

const sameKey = (): (() => void) => () => undefined

async function openSync(
  archive: Archive,
  source: MemoryService,
  clock: ManualClock,
  onKey: (listener: () => void) => () => void = sameKey,
): Promise<Sync> {
  const sync = await Sync.open({
    archive,
    source,
    pruneBodies: () => Promise.resolve(),
    onKey,
    turn: null,
    onLease: () => undefined,
    clock,
    logger: silentLogger,
    startJob: (work) => runJob(work),
  })
  if (sync.status().options.from === null) await sync.setOptions({ from: start / 1000 })
  return sync
}

async function runJob(work: Sync['work'], signal = new AbortController().signal): Promise<void> {
  await work({ signal, progress: () => undefined })
}

function service(count: number, days = 20): MemoryService {
  const made = new MemoryService()
  const details = (message: Message): Message => ({ ...message, openDetails: [], clickDetails: [] })
  for (const message of generateMessages({ count, from: start, to: start + days * dayMs })) made.put(details(message))
  return made
}

describe('the sync', () => {
  it('reads everything, including details, and reports how complete it is', async () => {
    const [archive, source, clock] = [await openArchive(), service(3000), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await runJob(sync.work)
    await expectSame(archive, source.list())
    const now = clock.now() / 1000
    expect(await archive.horizon()).toMatchObject({
      completeFrom: start / 1000,
      completeUntil: now - 60,
      gaps: [],
      detailGaps: [],
      opensRefreshedUntil: now,
      lastSync: now,
    })
  })

  it('exports no day twice', async () => {
    const [archive, source, clock] = [await openArchive(), service(3000), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await runJob(sync.work)
    const newestFirst = source.exported.map(({ from, to }) => [from, to])
    const upTo = newestFirst.slice(0, -1).map(([from]) => from! - 1)
    expect(newestFirst.slice(1).map(([, to]) => to)).toEqual(upTo)
    expect(newestFirst.at(-1)![0]).toBe(start / 1000)
  })

  it('follows any sequence of events, syncs, failures and restarts', { timeout: 120_000 }, async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('send' as const), count: fc.integer({ min: 1, max: 30 }), seed: fc.nat(1000) }),
      fc.record({ do: fc.constant('event' as const), which: fc.nat(10_000), open: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
      fc.record({
        do: fc.constant('sync' as const),
        troubles: fc.array(fc.constantFrom<Trouble>('cut', 'repeat', 'refuse', 'lie'), { maxLength: 8 }),
      }),
      fc.record({ do: fc.constant('cancel' as const), afterCalls: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ do: fc.constant('restart' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const folder = await temporaryFolder()
        const [source, clock] = [service(200, 10), new ManualClock(start + 10 * dayMs)]
        let archive = await openArchive({ folder })
        let sync = await openSync(archive, source, clock)
        for (const [index, given] of steps.entries()) {
          if (given.do === 'send') {
            const at = { from: clock.now() - 30_000, to: clock.now() }
            for (const message of generateMessages({ count: given.count, seed: given.seed, ...at })) {
              source.put({ ...message, id: `${index}-${message.id}`, openDetails: [], clickDetails: [] })
            }
          } else if (given.do === 'event') {
            const found = source.list()[given.which % source.messages.size]!
            // Within the window, because later changes are not read again.
            if (clock.now() - found.createdDate > 5 * dayMs) continue
            source.put({
              ...found,
              open: found.open + given.open,
              lastState: 'delivered',
              reason: null,
              // A generated state may be a few seconds ahead, but a service's states do not go back in time.
              lastStateDate: Math.max(clock.now(), found.lastStateDate),
            })
          } else if (given.do === 'wait') clock.advance(given.hours * 3_600_000)
          else if (given.do === 'restart') {
            await archive.close()
            archive = await openArchive({ folder })
            sync = await openSync(archive, source, clock)
          } else {
            source.troubles.push(...(given.do === 'sync' ? given.troubles : []))
            const stop = new AbortController()
            if (given.do === 'cancel') setImmediate(() => stop.abort(new Error('cancelled')))
            await runJob(sync.work, stop.signal).catch(() => undefined)
            source.troubles.length = 0
            await expectTrueHorizon(archive, source.list())
          }
        }
        clock.advance(2 * 3_600_000)
        await runJob(sync.work)
        await runJob(sync.work)
        await expectSame(archive, source.list())
        expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
        await archive.close()
      }),
      { numRuns: 8, interruptAfterTimeLimit: 30_000 },
    )
  })

  it('reads opens from any time without a sync, however long it was', async () => {
    const [archive, source, clock] = [await openArchive(), service(50, 10), new ManualClock(start + 10 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await runJob(sync.work)
    clock.advance(dayMs)
    const opened = source.list().find(({ createdDate }) => clock.now() - createdDate < 5 * dayMs)!
    source.put({ ...opened, open: opened.open + 1, lastState: 'delivered', reason: null, lastStateDate: clock.now() })
    clock.advance(20 * dayMs)
    await runJob(sync.work)
    await expectSame(archive, source.list())
  })

  it('measures its progress in messages, because a period of ten years may have them all in one week', async () => {
    const [archive, source, clock] = [await openArchive(), service(400), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await sync.setOptions({ from: start / 1000 - 3650 * 86_400 })
    const told: { fraction?: number | null; note?: string }[] = []
    await sync.work({ signal: new AbortController().signal, progress: (step) => void told.push(step) })
    for (const phase of ['history', 'metadata and opens']) {
      const recent = told.filter(({ note }) =>
        note?.startsWith(`Reading ${phase === 'history' ? 'the ' : ''}${phase}, at 2026-01`),
      )
      expect(recent.at(-1)?.fraction, phase).toBeGreaterThan(0.2)
      expect(told.every(({ fraction }) => fraction == null || fraction <= 1)).toBe(true)
    }
    await expectSame(archive, source.list())
  })

  it('shows its progress only once when it reads a day with several gaps again', async () => {
    const [archive, source, clock] = [await openArchive(), service(400), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await sync.setOptions({ details: false })
    await runJob(sync.work)
    await sync.setOptions({ details: true })
    const from = start / 1000 + 5 * 86_400
    await archive.moveHorizon({ detailsCovered: { from: from + 30_000, to: from + 40_000 } })
    const told: unknown[] = []
    const work = sync.readAgain([{ from, to: from + 86_399 }])
    const progress = ({ fraction }: { fraction?: number | null }): unknown => told.push(fraction)
    await work({ signal: new AbortController().signal, progress })
    expect(told).toEqual([0, 0.5, 0.75])
  })

  it('checks by counting whether an export was cut off, even if no details are read after it', async () => {
    const [archive, source, clock] = [await openArchive(), service(400), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await sync.setOptions({ details: false })
    source.troubles.push('lie')
    await runJob(sync.work)
    expect((await archive.horizon()).gaps).toEqual([])
    await expectTrueHorizon(archive, source.list())
  })

  it('leaves a gap if the service fails, and closes it the next time', async () => {
    const [archive, source, clock] = [await openArchive(), service(400), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    source.troubles.push('repeat', ...Array<Trouble>(30).fill('refuse'))
    await expect(runJob(sync.work)).rejects.toMatchObject({ code: 'service-error' })
    const broken = await archive.horizon()
    expect(broken.gaps.length).toBeGreaterThan(0)
    expect(broken.lastSync).toBeNull()
    await expectTrueHorizon(archive, source.list())
    source.troubles.length = 0
    await runJob(sync.work)
    expect((await archive.horizon()).gaps).toEqual([])
    await expectSame(archive, source.list())
  })

  it('no longer counts a period as complete that only a clock ahead of time had covered', async () => {
    const [archive, source, clock] = [await openArchive(), service(100), new ManualClock(start + 400 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await runJob(sync.work)
    clock.set(start + 20 * dayMs)
    for (const message of generateMessages({ count: 50, seed: 9, from: clock.now() - 60_000, to: clock.now() }))
      source.put(message)
    await runJob(sync.work)
    expect((await archive.horizon()).completeUntil).toBe(clock.now() / 1000 - 60)
    clock.advance(3_600_000)
    await runJob(sync.work)
    expect((await archive.info()).messages).toBe(150)
  })

  it('runs automatically unless it is paused, and only one at a time', async () => {
    const [archive, source, clock] = [await openArchive(), service(100), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    sync.start()
    clock.advance(0)
    const together = [runJob(sync.work), runJob(sync.work)]
    await Promise.all(together)
    await expect.poll(() => clock.waiting).toBe(1)
    const calls = source.calls
    clock.advance(sync.status().options.interval)
    await expect.poll(() => source.calls).toBeGreaterThan(calls)
    await expect.poll(() => sync.status().running).toBe(false)
    await sync.setOptions({ paused: true })
    const paused = source.calls
    clock.advance(24 * 3_600_000)
    expect(sync.status()).toMatchObject({ nextAt: null, running: false })
    expect(source.calls).toBe(paused)
    await sync.close()
  })

  it('runs again as soon as the missing key is available, and not before', async () => {
    const [archive, source, clock] = [await openArchive(), service(100), new ManualClock(start + 20 * dayMs)]
    let giveKey = (): void => undefined
    const sync = await openSync(archive, source, clock, (listener) => {
      giveKey = listener
      return () => undefined
    })
    const failures = async (count: number): Promise<void> => {
      await expect.poll(() => source.calls).toBe(count)
      await expect.poll(() => sync.status().running).toBe(false)
    }
    source.troubles.push('no-key', 'no-key', 'no-key')
    sync.start()
    clock.advance(0)
    await failures(1)
    clock.advance(1000)
    expect(source.calls).toBe(1)
    giveKey()
    clock.advance(0)
    // The key may be entered while a sync is about to end without one.
    await expect.poll(() => source.calls).toBe(2)
    giveKey()
    await expect.poll(() => sync.status().running).toBe(false)
    await expect.poll(() => clock.waiting).toBe(1)
    clock.advance(0)
    await failures(3)
    clock.advance(1000)
    expect(source.calls).toBe(3)
    giveKey()
    clock.advance(0)
    await expect.poll(() => sync.status().last?.error).toBeNull()
    await expectSame(archive, source.list())
    await sync.close()
  })

  it('prunes messages by age and moves the horizon', async () => {
    const [archive, source, clock] = [await openArchive(), service(2000), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await runJob(sync.work)
    await sync.setOptions({ keepDays: 5 })
    await runJob(sync.work)
    const border = clock.now() - 5 * dayMs
    await expectSame(
      archive,
      source.list().filter(({ createdDate }) => createdDate >= border),
    )
    expect((await archive.horizon()).completeFrom).toBe(border / 1000)
    expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
    // Pruned periods don't count as complete, so that they are read again if the user wants to keep them longer.
    await sync.setOptions({ keepDays: null })
    await runJob(sync.work)
    await expectSame(archive, source.list())
  })

  it('estimates a first sync', async () => {
    const [archive, source, clock] = [await openArchive(), service(1200), new ManualClock(start + 20 * dayMs)]
    const sync = await openSync(archive, source, clock)
    await sync.setOptions({ callsPerMinute: 6 })
    expect(await sync.estimate(start / 1000)).toEqual({ messages: 1200, calls: 5, seconds: 50, bytes: 960_000 })
  })
})
