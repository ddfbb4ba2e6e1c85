import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alertFile } from '#core/alerts/alert-file.ts'
import { alertApp, day, hardRule, message } from './support.ts'

async function statusOf({ of }: Awaited<ReturnType<typeof alertApp>>) {
  return (await of.list(() => Promise.resolve(null))).rules[0]?.status
}

describe('A day whose messages are read after later days were judged', () => {
  it('is added to the history without a notification if its alert is over', async () => {
    const app = await alertApp()
    await app.save(hardRule)
    await app.passDay(1, { delivered: 200 })
    await app.passDay(3, { delivered: 200 })
    await app.passDay(4, { delivered: 190, hard: 10 })
    await app.passDay(2, { delivered: 150, hard: 50 })
    expect(app.events()).toMatchObject([
      { fired: { from: day(1), value: { part: 50, whole: 200 } }, ended: { to: day(3) }, endedBy: 'calm' },
      { fired: { from: day(3) }, endedAt: null },
    ])
    expect(app.notifications).toHaveLength(1)
    expect(app.of.unseen).toBe(1)
    expect(app.noted.at(-1)).toMatch('2026-01-02T23:59:59.000Z Hard bounces: 25%')
    expect(await statusOf(app)).toMatchObject({ isFiring: true, last: { to: day(4) } })
  })

  it('is notified if nothing since then ended its alert', async () => {
    const app = await alertApp()
    await app.save(hardRule)
    await app.passDay(1, { delivered: 200 })
    await app.passDay(3, { delivered: 197, hard: 3 })
    const again = await app.restart()
    await again.passDay(2, { delivered: 190, hard: 10 })
    expect(again.events()).toMatchObject([{ fired: { from: day(1) }, endedAt: null }])
    expect(again.notifications).toEqual(['Shop: Hard bounces'])
    await again.passDay(4, { delivered: 200 })
    expect(again.events()).toMatchObject([{ ended: { to: day(4) } }])
    expect(again.of.stored.states[hardRule.id]?.missed).toEqual([])
  })

  it('is where an alert begins that fired the day after', async () => {
    const app = await alertApp()
    await app.save(hardRule)
    await app.passDay(1, { delivered: 200 })
    await app.passDay(3, { delivered: 190, hard: 10 })
    await app.passDay(2, { delivered: 180, hard: 20 })
    expect(app.events()).toMatchObject([{ fired: { from: day(1), value: { part: 20 } }, endedAt: null }])
    expect(app.notifications).toHaveLength(1)
  })

  it('leaves the days judged meanwhile as they were judged, even if their bounces came later', async () => {
    const app = await alertApp()
    await app.save(hardRule)
    await app.passDay(1, { delivered: 200 })
    await app.passDay(3, { delivered: 200 })
    await app.passDay(4, { delivered: 200 })
    const bounces = Array.from({ length: 20 }, (_, at) => message(day(2) + at, 'hardbounced'))
    await app.archive.import(bounces, { covered: { from: day(2), to: day(3) - 1 }, lastSync: day(4) })
    await app.passDay(2, { delivered: 200 })
    expect(app.events()).toEqual([])
    expect(app.of.stored.states[hardRule.id]).toMatchObject({ missed: [], last: { to: day(4) } })
  })
})

it('reads the file of a version that never judged a day late', async () => {
  const app = await alertApp()
  await app.save(hardRule)
  await app.passDay(1, { delivered: 190, hard: 10 })
  await app.of.close()
  const path = join(app.data, alertFile('shop'))
  const written = await readFile(path, 'utf8')
  expect(written).toMatch(/"missed": ?\[\]/)
  await writeFile(path, written.replace(/,\s*"missed": ?\[\]/, ''))
  const again = await app.restart()
  expect(await statusOf(again)).toMatchObject({ isFiring: true })
})
