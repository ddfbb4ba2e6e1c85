import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { Jobs } from '#core/jobs/index.ts'
import { systemClock } from '#core/node/index.ts'
import { QuitFlow, untilIdle, type QuitAnswer } from './quit-flow.ts'

let jobs: string[]
let events: string[]
let answer: QuitAnswer
/** Used instead of an immediate answer. */
let late: PromiseWithResolvers<QuitAnswer> | null
let becomeIdle: () => void
let failing: boolean
let unsaved: number
let losesDrafts: boolean
/** Set to hold the page’s save back. */
let saving: PromiseWithResolvers<number> | null
let flow: QuitFlow

beforeEach(() => {
  jobs = []
  events = []
  answer = 'wait'
  late = null
  failing = false
  unsaved = 0
  losesDrafts = false
  saving = null
  becomeIdle = () => undefined
  flow = new QuitFlow({
    runningJobs: () => jobs,
    ask: async (titles) => {
      events.push(`ask ${titles.join()}`)
      return late?.promise ?? answer
    },
    idle: (signal) =>
      new Promise((resolve) => {
        becomeIdle = resolve
        signal.addEventListener('abort', () => resolve())
      }),
    savePage: () => saving?.promise ?? Promise.resolve(unsaved),
    savePageInTime: async () => void (await saving?.promise),
    askUnsaved: (drafts) => {
      events.push(`${drafts} unsaved`)
      return Promise.resolve(losesDrafts)
    },
    stay: () => events.push('stay'),
    close: async () => {
      events.push('close')
      if (failing) throw new Error('disk full')
    },
    leave: () => events.push('leave'),
    logger: { log: (level) => events.push(level), setLevel: () => undefined },
  })
})

describe('quitting', () => {
  it('writes everything, then leaves, when nothing runs', async () => {
    await flow.request()
    expect(events).toEqual(['close', 'leave'])
    expect(flow.closed).toBe(true)
  })

  it('asks about running work, and stays when told so', async () => {
    jobs = ['Export']
    answer = 'cancel'
    await flow.request()
    expect(events).toEqual(['ask Export'])
    expect(flow.closed).toBe(false)
    jobs = []
    await flow.request()
    expect(events).toEqual(['ask Export', 'close', 'leave'])
  })

  it('asks about drafts that could not be saved, and stays when told so', async () => {
    unsaved = 2
    await flow.request()
    expect(events).toEqual(['2 unsaved', 'stay'])
    losesDrafts = true
    await flow.request()
    expect(events.slice(2)).toEqual(['2 unsaved', 'close', 'leave'])
  })

  it('stops running work when told so', async () => {
    jobs = ['Export']
    answer = 'stop'
    await flow.request()
    expect(events).toEqual(['ask Export', 'close', 'leave'])
  })

  it('waits for running work when told so', async () => {
    jobs = ['Export']
    const asked = flow.request()
    await expect.poll(() => events).toEqual(['ask Export'])
    expect(flow.closed).toBe(false)
    becomeIdle()
    await asked
    expect(events).toEqual(['ask Export', 'close', 'leave'])
  })

  it('asks again when quit is chosen while it waits, and closes once', async () => {
    jobs = ['Export']
    const first = flow.request()
    await expect.poll(() => events.length).toBe(1)
    await Promise.resolve()
    answer = 'stop'
    await flow.request()
    await first
    expect(events).toEqual(['ask Export', 'ask Export', 'close', 'leave'])
  })

  it('can be taken back while it waits', async () => {
    jobs = ['Export']
    const first = flow.request()
    await expect.poll(() => events.length).toBe(1)
    await Promise.resolve()
    answer = 'cancel'
    await flow.request()
    await first
    expect(events).not.toContain('close')
  })

  it('does not ask when the system ends the session', async () => {
    jobs = ['Export']
    await flow.closeNow()
    await flow.closeNow()
    expect(events).toEqual(['close', 'leave'])
  })

  it('waits for a save under way when the system ends the session', async () => {
    saving = Promise.withResolvers()
    const first = flow.request()
    const ending = flow.closeNow()
    await new Promise(setImmediate)
    expect(events).toEqual([])
    saving.resolve(0)
    await Promise.all([first, ending])
    expect(events).toEqual(['close', 'leave'])
  })

  it.each(['wait', 'stop', 'cancel'] as const)(
    'is over when the session ends, whatever is answered then: %s',
    async (given) => {
      jobs = ['Export']
      late = Promise.withResolvers()
      const first = flow.request()
      await flow.closeNow()
      late.resolve(given)
      await first
      expect(flow.closed).toBe(true)
      expect(events).toEqual(['ask Export', 'close', 'leave'])
    },
  )

  it('leaves although something could not be written, and logs it', async () => {
    failing = true
    await flow.request()
    expect(events).toEqual(['close', 'error', 'leave'])
  })
})

describe('waiting for the jobs of the core', () => {
  it('ends with the last job, or when nobody waits any more', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailroom-quit-'))
    const bus = new EventBus()
    const logger = { log: () => undefined, setLevel: () => undefined }
    const ports = { paths: { data: folder }, clock: systemClock, logger }
    const running = await Jobs.open({ ports, events: bus, onBroken: () => undefined })
    const core = { runningJobs: () => running.interruptible(), subscribe: bus.subscribe.bind(bus) }
    const work = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
    for (const { promise } of work) running.start({ kind: 'test', title: 'Work', work: () => promise })

    const taken = new AbortController()
    const back = untilIdle(core, taken.signal)
    taken.abort()
    await back

    let idle = false
    const waited = untilIdle(core, new AbortController().signal).then(() => {
      idle = true
    })
    work[0]!.resolve(null)
    await expect.poll(() => core.runningJobs()).toEqual(['Work'])
    expect(idle).toBe(false)
    work[1]!.resolve(null)
    await waited
    expect(core.runningJobs()).toEqual([])
    await running.close()
    await rm(folder, { recursive: true })
  })
})
