import { expect, test } from 'vitest'
import type { Source } from '#core/sync/source.ts'
import { Sync } from '#core/sync/sync.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { expectSame } from '../archive/support/compare.ts'
import { openArchive } from '../archive/support/open-archive.ts'
import { period, silent, wholeService } from './support/killed-sync.ts'

test('two changes of a sync’s options at the same time are both kept', async () => {
  const mailroom = await openAppAtSandbox({})
  await mailroom.addAccount()
  const { ask, accountId } = mailroom
  const configure = (options: { details: boolean } | { paused: boolean }) =>
    ask('sync.configure', { accountId, options })
  await Promise.all([configure({ details: false }), configure({ paused: true })])
  expect((await ask('sync.status', { accountId })).options).toMatchObject({ details: false, paused: true })
})

test('messages stay if the user chooses during a sync to keep them forever', async () => {
  const [archive, service] = [await openArchive(), wholeService(200)]
  const meanwhile: (() => Promise<void>)[] = []
  const source: Source = {
    clockSkew: () => service.clockSkew(),
    async *exportAll(...given) {
      await meanwhile.shift()?.()
      yield* service.exportAll(...given)
    },
    page: (...given) => service.page(...given),
  }
  const sync = await Sync.open({
    archive,
    source,
    pruneBodies: () => Promise.reject(new Error('Copies were removed.')),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock: new ManualClock(period.to),
    logger: silent,
    startJob: () => Promise.resolve(),
  })
  const work = () => sync.work({ signal: new AbortController().signal, progress: () => undefined })
  await sync.setOptions({ from: period.from / 1000 })
  await work()
  await sync.setOptions({ keepDays: 5 })
  meanwhile.push(() => sync.setOptions({ keepDays: null }))
  await work()
  await expectSame(archive, service.list())
})
