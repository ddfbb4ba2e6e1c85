import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Sync } from '#core/sync/sync.ts'
import { expectTrueHorizon, expectSame } from '../archive/support/compare.ts'
import { period, wholeService, type KilledSync } from './support/killed-sync.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { isKilledOften, killPoints, runToPoint, stepsIn } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { openArchive, silentLogger, temporaryFolder } from '../archive/support/open-archive.ts'

const program = fileURLToPath(new URL('support/killed-sync.ts', import.meta.url))
const count = isKilledOften ? 12_000 : 3000

/** Each run continues where the previous one was killed. A transaction takes several writes. */
const aimed: readonly KillPoint[] = [
  { step: 'export', nth: 1 },
  { step: 'part', nth: 2 },
  { step: 'write', nth: 2 },
  { step: 'write', nth: 4 },
  { step: 'exported', nth: 2 },
  { step: 'part', nth: 4 },
  { step: 'exported', nth: 2 },
  // The history is complete. These points are in the details: within a slice, and between two slices.
  { step: 'page', nth: 2 },
  { step: 'page', nth: 4 },
  { step: 'page', nth: 5 },
]

it('nothing is lost or stored twice when the sync is killed at any point', { timeout: 600_000 }, async () => {
  const source = wholeService(count)
  let folder = await temporaryFolder()
  const run = (point: KillPoint) => {
    const flags: KilledSync = { folder, count, point }
    return runToPoint(program, flags)
  }
  const points = await killPoints(aimed, async () => stepsIn(await run({ step: '', nth: 0 })))
  if (isKilledOften) folder = await temporaryFolder()
  let killed = 0
  for (const point of points) {
    const { isKilled } = await run(point)
    if (isKilled) killed += 1
    const archive = await openArchive({ folder })
    expect(archive.damagedFile).toBeNull()
    if (isKilled) expect(archive.uncleanStop).toBe(true)
    await expectTrueHorizon(archive, source.list())
    expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
    await archive.close()
  }
  expect(killed).toBeGreaterThan(isKilledOften ? 0 : aimed.length - 1)
  const archive = await openArchive({ folder })
  const clock = new ManualClock(period.to)
  const sync = await Sync.open({
    archive,
    source,
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock,
    logger: silentLogger,
    startJob: () => Promise.resolve(),
  })
  await sync.work({ signal: new AbortController().signal, progress: () => undefined })
  await expectSame(archive, source.list())
})
