import { expect, onTestFinished, test } from 'vitest'
import { json, makeClient, serve } from '#test/support/api-client.ts'
import { countsOfService, noServiceCounts } from './service-counts.ts'

const day = (at: number): number => Date.UTC(2026, 10, at)

test('the days of both daily statistics are one line each, and days that were not asked for are counted apart', async () => {
  const activities = { [day(2) / 1000]: { delivered: 5, open: 3 }, '2026-11-02T00:00:00': { open: 2 } }
  const bounces = { [day(2) / 1000]: { requested: 9, hardbounced: 3 }, soon: {} }
  const far = { [day(0) / 1000]: { requested: 4 }, [day(9) / 1000]: { requested: 4 } }
  const answers = [activities, { ...bounces, ...far }]
  const server = await serve(({ url }, response) => json(response, answers[url.endsWith('/bounces') ? 1 : 0]))
  onTestFinished(() => server.close())
  const { client } = makeClient(server.url)
  onTestFinished(() => client.close())
  const filter = { dateBegin: day(1), dateEnd: day(4) - 1000 }
  const { lines, unreadable } = await countsOfService(client, 'day', filter, new AbortController().signal)
  expect(Object.fromEntries(lines)).toEqual({
    '2026-11-02': { ...noServiceCounts('day'), messages: 9, delivered: 5, hardbounced: 3, open: 5 },
  })
  expect(unreadable).toBe(3)
})
