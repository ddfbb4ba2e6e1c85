import type { CDPSession, Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { Print } from '../support/figure.ts'
import { withPage } from '../support/with-page.ts'
import { year } from './rows.ts'
import { least, report, type Taken } from './taken.ts'

const probes = fileURLToPath(new URL('page-probes.mjs', import.meta.url))
const opened = 5
const switched = 9
/** The number of panels when this was written; additional ones are painted as well. */
const fewestPanels = 7

/** The dashboard in Chromium: opened from another view, then switched from period to period. */
export async function benchPage(print: Print, archive: string, n: number): Promise<void> {
  await withPage({ archive, view: '#/settings', probes }, async (page) => {
    const firsts: Taken[] = []
    for (let round = 0; round < opened; round++) {
      await openSettings(page)
      firsts.push(await painted(page, '#/dashboard'))
      if ((await page.locator('main section[aria-label]').count()) < fewestPanels)
        throw new Error('The dashboard did not show its panels.')
    }
    report(print, 'statistics.period-switch', { ours: await switchPeriods(page), ...bar(100, n) })
    report(print, 'statistics.first-paint', { ours: least(firsts), ...bar(300, n) })
  })
}

function bar(limit: number, n: number) {
  return { peer: { wall: limit, processor: limit }, n, peerName: 'the limit' }
}

/** Reloads the page, so that nothing of the dashboard is cached in it. */
async function openSettings(page: Page): Promise<void> {
  await page.evaluate(`location.hash = '#/settings'`)
  await page.reload()
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
}

/** Each round shows a period that has not been counted before. */
async function switchPeriods(page: Page): Promise<Taken> {
  const all: Taken[] = []
  for (let round = 0; round < switched; round++) {
    const to = year.to - (round + 1) * 7 * secondsPerDay
    const from = to - (30 + round) * secondsPerDay
    const taken = await painted(page, `#/dashboard?q=after:${day(from)}%20before:${day(to)}`)
    // The first rounds compile the code.
    if (round >= 3) all.push(taken)
  }
  return least(all)
}

async function painted(page: Page, hash: string): Promise<Taken> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await threadTime(session)
  const wall = await page.evaluate((to) => (globalThis as unknown as Probes).bench.painted(to), hash)
  const processor = (await threadTime(session)) - before
  await session.detach()
  if (wall === 0) throw new Error(`Nothing changed on the way to ${hash}.`)
  return { wall, processor }
}

type Probes = { bench: { painted(hash: string): Promise<number> } }

/** Time of the page’s main thread, in milliseconds. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

function day(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10)
}
