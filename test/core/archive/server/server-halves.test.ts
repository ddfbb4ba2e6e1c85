import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { rowsPerQuarter } from '#core/archive/server/record/quarters.ts'
import { readState } from '#core/archive/server/search/archive-state.ts'
import { keptTimes, keptTimesAtOnce, type KeptTimes } from '#core/archive/server/statistics/kept-times.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { generateMessages } from '../support/generate.ts'
import { createSchema, onServer } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

const clock = new ZoneClock('Europe/Paris')
const always = { first: 0, stop: 2 ** 31 - 1 }

/** The archive’s state says that it is large enough for two halves. */
async function openLarge() {
  const { server, password } = await createSchema()
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close())
  const writer = new ServerWriter(database)
  await writer.import([packed([...generateMessages({ count: 4000 })])])
  const state = await readState(database, null)
  expect(state.months.length).toBeGreaterThan(2)
  return { database, writer, asked: { database, state: { ...state, messages: 1_000_000 }, signal: undefined } }
}

/** Both halves have a sum for each hour of the week, and for the local day that the border between them divides. */
function added({ days, hours }: KeptTimes): unknown {
  const sums = new Map<string, number[]>()
  const add = (key: string, counts: readonly number[]): void => {
    const sum = sums.get(key)
    sums.set(key, sum ? sum.map((each, at) => each + counts[at]!) : [...counts])
  }
  for (const { day, line } of days) {
    add(`${day} ${line.state}`, [line.messages, line.open, line.click, line.opened, line.clicked])
  }
  for (const { hour, messages, opened } of hours) add(`hour ${hour}`, [messages, opened])
  return sums
}

onServer('counts times in two halves as in one', async () => {
  const { database, asked } = await openLarge()
  const [from, to] = [asked.state.months[0]!, asked.state.months.at(-1)!].map(({ first }) => first / rowsPerQuarter)
  for (const period of [always, { first: from! + 100, stop: to! + 5 }]) {
    const whole = await database.snapshot((run) => keptTimes(clock, period, run))
    const halves = await keptTimesAtOnce(clock, period, asked)
    expect(halves!.changed).toBe(asked.state.changed)
    expect(added(halves!.times)).toEqual(added(whole!))
  }
})

onServer('does not count times in halves if the archive has changed, or the period is short', async () => {
  const { writer, asked } = await openLarge()
  const quarter = asked.state.months[0]!.first / rowsPerQuarter
  expect(await keptTimesAtOnce(clock, { first: quarter, stop: quarter + 4 }, asked)).toBeNull()
  await writer.import([packed([...generateMessages({ count: 1, seed: 2 })])])
  expect(await keptTimesAtOnce(clock, always, asked)).toBeNull()
})
