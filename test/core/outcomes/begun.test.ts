import { expect, it } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { systemClock } from '#core/node/index.ts'
import { Outcomes } from '#core/outcomes/outcomes.ts'
import { silentLogger, temporaryFolder } from '#test/core/archive/support/open-archive.ts'

it('an effect whose record is removed as it begins, as by a reset of the sandbox, still runs', async () => {
  const data = await temporaryFolder()
  const ports = { clock: systemClock, logger: silentLogger, paths: { data } }
  const outcomes = await Outcomes.open({ ports, events: new EventBus(), onBroken: () => undefined })
  const begun = outcomes.journalOf('shop', 'http://127.0.0.1').begin({
    id: undefined,
    operation: 'keys.create',
    check: { kind: 'api-key', description: 'Shop', startedAt: 0 },
  })
  outcomes.removeAll('shop')
  const { settle } = await begun
  expect(outcomes.list()).toEqual([])
  settle()
  expect(outcomes.list()).toEqual([])
  await outcomes.settled()
})
