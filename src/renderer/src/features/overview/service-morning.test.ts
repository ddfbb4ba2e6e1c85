import { expect, test } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import type { Host } from '../../lib/host/host.ts'
import { askServiceMorning } from './service-morning.ts'

const noon = Date.UTC(2126, 10, 23, 12)
const counted = (states: Record<string, number>) => {
  const messages = Object.values(states).reduce((sum, count) => sum + count, 0)
  return { ...noCounters(), messages, states }
}

/**
 * A service like the real one: its daily counts include only bounces, whereas the total for a single day includes all
 * failures.
 */
function serviceAt(totals: Readonly<Record<string, Record<string, number>>>, fails = false) {
  const asked: string[] = []
  const invoke = async (_name: string, { part, from, to }: { part: string; from: string; to: string }) => {
    const rest = { askedAt: noon, offline: null, now: noon }
    if (part === 'days') {
      const days = Object.entries(totals).map(([day, states]) => {
        const { rejected = 0, filtered = 0, error = 0, ...known } = states
        return { day, ...counted({ ...known, requested: rejected + filtered + error }) }
      })
      return { ...rest, figures: { part, days, from, to } }
    }
    asked.push(from)
    if (fails || from !== to) throw new Error('The service is slow.')
    return { ...rest, askedAt: noon - 1000, figures: { part, total: counted(totals[from] ?? {}) } }
  }
  return { host: { invoke } as unknown as Host, asked }
}

const days = {
  '2126-11-23': { delivered: 5, error: 1 },
  '2126-11-22': { delivered: 497, hardbounced: 6, softbounced: 3, rejected: 10, filtered: 5, error: 2 },
  '2126-11-19': { delivered: 80, rejected: 1 },
  '2126-11-15': { delivered: 40, filtered: 4 },
}

test('failed counts the states that a search for failed messages finds', async () => {
  const { host, asked } = serviceAt(days)
  const { figures, askedAt } = await askServiceMorning(host, 'a')
  expect(figures.map(({ label, term, today, yesterday, usual }) => [label, term, today, yesterday, usual])).toEqual([
    ['Sent', '', 6, 523, 44],
    ['Delivered', expect.any(String), 5, 497, 40],
    ['Failed', 'state:failed', 1, 26, 4],
    ['Opened', 'opened:yes', 0, 0, null],
  ])
  expect(askedAt).toBe(noon - 1000)
  // Only the days with messages that are shown or averaged.
  expect(asked.sort()).toEqual(['2126-11-15', '2126-11-22', '2126-11-23'])
})

test('where only the days are known, their bounces are not called failed', async () => {
  const { figures } = await askServiceMorning(serviceAt(days, true).host, 'a')
  expect(figures[2]).toMatchObject({ label: 'Bounced', term: 'state:bounced', today: 0, yesterday: 9, isBad: true })
  expect(figures[0]).toMatchObject({ label: 'Sent', yesterday: 523 })
})
