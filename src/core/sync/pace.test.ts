import { expect, test } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { Pace } from './pace.ts'

function paceOf(callsPerMinute: number | null) {
  const clock = new ManualClock(1_000_000)
  const stop = new AbortController()
  const pace = new Pace(clock, callsPerMinute, stop.signal)
  let turns = 0
  const turn = () => pace.turn().then(() => void turns++)
  return { clock, stop, turn, turns: () => turns }
}

/** Lets pending promises settle. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls have a gap between them', async () => {
  const { clock, turn, turns } = paceOf(6)
  await turn()
  const second = turn()
  clock.advance(9_999)
  await settled()
  expect(turns()).toBe(1)
  clock.advance(1)
  await second
  clock.advance(60_000)
  await turn()
  expect(turns()).toBe(3)
})

test('without a maximum speed nobody waits', async () => {
  const { turn, turns } = paceOf(null)
  for (let calls = 0; calls < 5; calls++) await turn()
  expect(turns()).toBe(5)
})

test('a clock that was set back costs no more than one gap', async () => {
  const { clock, turn, turns } = paceOf(6)
  await turn()
  clock.set(0)
  const second = turn()
  clock.advance(10_000)
  await second
  expect(turns()).toBe(2)
})

test('an abort ends the wait', async () => {
  const { stop, turn } = paceOf(6)
  await turn()
  const second = turn()
  stop.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  await expect(turn()).rejects.toThrow('enough')
})
