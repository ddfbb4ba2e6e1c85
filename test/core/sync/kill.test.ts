import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Sync } from '#core/sync/sync.ts'
import { expectTrueHorizon, expectSame } from '../archive/support/compare.ts'
import { createRandom } from '../archive/support/generate.ts'
import { period, wholeService } from './support/killed-sync.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { killAfter, killRounds } from '#test/core/support/kill-program.ts'
import { openArchive, silentLogger, temporaryFolder } from '../archive/support/open-archive.ts'

const program = fileURLToPath(new URL('support/killed-sync.ts', import.meta.url))

/** Each round starts two threads twice and checks the whole file: fifty take about a minute. */
const rounds = killRounds(50)

it('nothing is lost or stored twice when the sync is killed at any point', { timeout: rounds * 12_000 }, async () => {
  const folder = await temporaryFolder()
  const source = wholeService()
  const random = createRandom(7)
  let unfinished = 0
  for (let round = 0; round < rounds; round++) {
    const printed = await killAfter(program, [folder], Math.floor(random() * 400))
    const finished = printed.includes('done')
    if (!finished) unfinished++
    const archive = await openArchive({ folder })
    expect(archive.damagedFile).toBeNull()
    if (!finished) expect(archive.uncleanStop).toBe(true)
    await expectTrueHorizon(archive, source.list())
    expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
    await archive.close()
  }
  expect(unfinished).toBeGreaterThan(0)
  const archive = await openArchive({ folder })
  const clock = new ManualClock(period.to)
  const sync = await Sync.open({ archive, source, clock, logger: silentLogger, startJob: () => Promise.resolve() })
  await sync.work({ signal: new AbortController().signal, progress: () => undefined })
  await expectSame(archive, source.list())
})
