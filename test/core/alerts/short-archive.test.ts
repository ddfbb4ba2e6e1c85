import { expect, it } from 'vitest'
import type { AlertRule } from '#shared/contract/alerts.ts'
import { alertApp, day, hardRule } from './support.ts'

/** A fall is measured against the 28 days before its window. */
const fallRule: AlertRule = {
  ...hardRule,
  condition: { kind: 'fall', provider: null, limit: 0.1, end: 0.05, minimum: 1, days: 1 },
}

it('does not evaluate a rule that looks further back than the archive, until the archive begins earlier', async () => {
  const app = await alertApp()
  await app.save(fallRule)
  const notJudged = async (until: number) => {
    const { rules } = await app.of.list(() => Promise.resolve(until))
    return rules[0]?.status.notJudged
  }
  await app.passDay(1, { delivered: 200 })
  expect(await notJudged(day(1))).toBe('short')
  await app.archive.moveHorizon({ covered: { from: day(-40), to: day(1) - 1 } })
  await app.passDay(2, { delivered: 200 })
  expect(await notJudged(day(2))).toBeNull()
})
