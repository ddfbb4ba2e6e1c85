import { expect, onTestFinished, test } from 'vitest'
import type { ServicePart } from '#shared/contract/statistics.ts'
import { partFigures } from '#shared/contract/base/service-figures.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import { json, makeClient, serve } from '#test/support/api-client.ts'
import { readPart } from './service-parts.ts'

const day = (at: number): number => Date.UTC(2026, 10, at)
const filter = { dateBegin: day(1), dateEnd: day(4) - 1000 }

/** Reads figures from a service whose responses are given by path and checked against the contract. */
async function read(part: ServicePart, answers: Readonly<Record<string, unknown>>) {
  const server = await serve(({ url }, response) => {
    const answer = answers[url.replace('/v1/statistics/', '')]
    json(response, answer ?? { error: 'no' }, answer === undefined ? 404 : 200)
  })
  onTestFinished(() => server.close())
  const { client } = makeClient(server.url)
  onTestFinished(() => client.close())
  return partFigures.parse(
    await readPart(client.statistics, { part, filter }, { signal: new AbortController().signal, skipsSends: false }),
  )
}

test('numbers come as texts, names as null, and an unreadable line hides no other', async () => {
  const good = { requested: '7', delivered: '5', complaint: null, opener: '2', open: '3' }
  expect(
    await read('domains', { domains: { 'x.example': good, 'y.example': { delivered: 'many' }, '': good } }),
  ).toEqual({
    part: 'domains',
    problems: 1,
    reasons: [expect.stringContaining('delivered') as string],
    columns: {
      value: ['', 'x.example'],
      messages: [7, 7],
      states: { delivered: [5, 5], requested: [2, 2] },
      open: [3, 3],
      click: [0, 0],
      opened: [2, 2],
      clicked: [0, 0],
      more: 0,
    },
  })
  const place = { country: null, city: null, latitude: '', longitude: '200', open: '4', click: -1 }
  expect(await read('places', { localisations: [place, 'somewhere'] })).toMatchObject({
    problems: 1,
    places: [{ country: '', city: '', latitude: null, longitude: null, open: 4, click: 0, opener: 0, clicker: 0 }],
  })
  const platforms = [{ open: '2', name: null, type: 'console' }, 7]
  expect(await read('email-platforms', { emailplatforms: { [day(1) / 1000]: platforms, soon: [] } })).toMatchObject({
    problems: 2,
    platforms: [{ month: '2026-11', name: '', type: 'console', open: 2 }],
  })
})

test('the days of both daily statistics are joined, and days that were not asked for are named', async () => {
  const activities = { [day(2) / 1000]: { delivered: 5, unsubscribed: 1 }, '2026-11-02T00:00:00': { open: 2 } }
  const bounces = { [day(1) / 1000]: { requested: 1 }, [day(2) / 1000]: { requested: 9, hardbounced: 3 } }
  const far = { [day(9) / 1000]: { requested: 4 }, 9e15: { requested: 1 } }
  expect(await read('days', { activities, bounces: { ...bounces, ...far } })).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-03',
    problems: 2,
    reasons: expect.arrayContaining([expect.stringContaining('outside the period')]) as string[],
    days: [
      { day: '2026-11-01', messages: 1 },
      {
        day: '2026-11-02',
        messages: 9,
        states: { delivered: 4, unsubscribed: 1, hardbounced: 3, requested: 1 },
        open: 2,
      },
    ],
  })
})

test('more lines than are listed are counted', async () => {
  const count = mostGroupValues + 10
  const names = Array.from({ length: count }, (_, at) => `tag ${at}`)
  const tags = await read('tags', { tags: Object.fromEntries(names.map((name, at) => [name, { requested: at }])) })
  expect('columns' in tags && [tags.columns.value.length, tags.columns.more]).toEqual([mostGroupValues, 10])
  const links = await read('links', { links: Object.fromEntries(names.map((name) => [name, { click: 1 }])) })
  expect(links).toMatchObject({ problems: 10, reasons: ['There are too many values to list.'] })
})
